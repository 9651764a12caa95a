import type { CostLine } from '#shared/views/costs.ts';
import type { Tables } from './rows.ts';

/** First and last local day, YYYY-MM-DD, both included; null if the period has no first or no last day. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

const keys = {
  day: 'e.day',
  month: 'substr(e.day, 1, 7)',
  folder: 'f.path',
  recipe: "json_extract(r.text, '$.name')",
  agent: 'e.agent',
  photo: 'j.name',
  /** Key as JSON: the client of the purchase ('' for none) and the path of the photo. */
  clientAndPath: 'json_array(e.client, j.source)',
} as const;

/** Queries the costs of executions that were or may have been charged. */
export interface CostRepository {
  /** Returns the sums by this key, outcome and currency, in the order of the keys. */
  sums(by: keyof typeof keys, period: Period): CostLine[];
}

/** SQL for the outcome of an execution; the first condition that is true decides. */
const OUTCOME = `CASE
  WHEN e.state = 'doubt' THEN 'doubt'
  WHEN e.origin = 'adopted' THEN 'linked'
  WHEN EXISTS (SELECT 1 FROM results d WHERE d.execution_row = e.id AND d.kind = 'image'
    AND d.file IS NOT NULL) THEN 'delivered'
  WHEN e.run < j.runs THEN 'failed'
  WHEN j.state = 'held' THEN 'held'
  WHEN j.state IN ('waiting', 'running') THEN 'open'
  ELSE 'failed' END`;

export function costRepository(db: Tables): CostRepository {
  return {
    sums: (by, { from, to }) =>
      db.all(
        `SELECT ${keys[by]} AS "group", ${OUTCOME} AS outcome, e.currency, count(*) AS runs,
           sum(e.images) AS images, coalesce(sum(e.images * e.price), 0) AS minor
         FROM executions e JOIN jobs j ON j.id = e.job_id JOIN recipes r ON r.id = e.recipe_id
         LEFT JOIN hot_folders f ON f.id = j.hot_folder_id
         WHERE e.state NOT IN ('rejected', 'void') AND e.station IS NULL AND e.day BETWEEN ? AND ?
         GROUP BY 1, 2, 3 ORDER BY "group" IS NULL, 1, 2, 3`,
        from ?? '',
        to ?? '~',
      ),
  };
}
