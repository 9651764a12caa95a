import { basename } from 'node:path';
import { noJobs, type JobState } from '#shared/job.ts';
import type { ProblemCode } from '#shared/problem.ts';
import type { DayLine, RecentPhoto, RefusedFile } from '#shared/views/folders.ts';
import { storedProblem, type Tables } from './rows.ts';
import { beginOfDay } from './spending.ts';

/** Sums for the hot folders, each read from an index that covers the query. */
export interface FigureRepository {
  /** Returns the number of jobs by state for each hot folder that has any. */
  counts(): Map<number, Record<JobState, number>>;
  /** Returns the number of files listed as failed that did not become a job. */
  refused(hotFolderId: number): number;
  /**
   * Returns the number of items that need attention but are not jobs: refused files, and photos of large drops that
   * the user has not confirmed yet. Without `hotFolderId`, counts all hot folders.
   */
  unanswered(hotFolderId?: number): number;
  /** Returns the latest refused files, with the reason. */
  refusals(hotFolderId: number, count: number): RefusedFile[];
  /** Returns the photos that were completed last, newest first. */
  recent(hotFolderId: number, count: number): RecentPhoto[];
  /**
   * Returns when a job of the hot folder last ended as done or failed, in wall-clock ms; null if
   * none has.
   */
  lastEnd(hotFolderId: number): number | null;
  /**
   * Returns the totals of a local day (YYYY-MM-DD) by hot folder and recipe, including folders and
   * recipes that were removed since.
   */
  day(day: string): DayLine[];
}

const EACH_END = ['done', 'failed']
  .map(
    (state) => `SELECT * FROM (SELECT ended_at FROM jobs WHERE hot_folder_id = ?1
      AND state = '${state}' AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1)`,
  )
  .join(' UNION ALL ');

export function figureRepository(db: Tables): FigureRepository {
  return {
    counts() {
      const all = new Map<number, Record<JobState, number>>();
      const rows = db.all<{ id: number; state: JobState; n: number }>(
        'SELECT hot_folder_id AS id, state, jobs AS n FROM job_counts WHERE hot_folder_id <> 0',
      );
      for (const { id, state, n } of rows) {
        all.set(id, { ...(all.get(id) ?? noJobs), [state]: n });
      }
      return all;
    },
    refused: (id) =>
      db.value(
        `SELECT count(*) FROM sightings
         WHERE hot_folder_id = ? AND outcome = 'failed' AND dismissed = 0`,
        id,
      ) ?? 0,
    unanswered: (id) =>
      db.value(
        `SELECT (SELECT count(*) FROM (SELECT DISTINCT hot_folder_id, sha256, ticket FROM drops
           WHERE granted = 0 AND (?1 IS NULL OR hot_folder_id = ?1)))
         + (SELECT count(*) FROM sightings s JOIN hot_folders f ON f.id = s.hot_folder_id
            WHERE s.outcome = 'failed' AND s.dismissed = 0 AND f.removed = 0
            AND (?1 IS NULL OR f.id = ?1))`,
        id ?? null,
      ) ?? 0,
    refusals: (id, count) =>
      db
        .all<{ path: string; code: ProblemCode; message: string; said: string | null }>(
          `SELECT path, code, message, said FROM sightings INDEXED BY sightings_failed
           WHERE hot_folder_id = ? AND outcome = 'failed' AND dismissed = 0 ORDER BY at DESC, path LIMIT ?`,
          id,
          count,
        )
        .flatMap(({ path, ...row }) => {
          const problem = storedProblem({ ...row, about: basename(path) });
          return problem === null ? [] : [{ path, problem }];
        }),
    recent: (id, count) =>
      db.all(
        `SELECT id AS jobId, name, (
           SELECT r.id FROM results r JOIN executions e ON e.id = r.execution_row
           WHERE e.job_id = jobs.id AND r.kind = 'image' AND r.file IS NOT NULL
           ORDER BY r.id LIMIT 1
         ) AS resultId
         FROM jobs WHERE hot_folder_id = ? AND state = 'done' ORDER BY ended_at DESC LIMIT ?`,
        id,
        count,
      ),
    lastEnd: (id) => db.value(`${EACH_END} ORDER BY ended_at DESC LIMIT 1`, id) ?? null,
    day(day) {
      return db.all<DayLine>(
        `SELECT f.path, json_extract(r.text, '$.name') AS recipe, sum(t.done) AS done,
           sum(t.failed) AS failed, sum(t.images) AS images
         FROM (
           SELECT hot_folder_id, recipe_id, sum(state = 'done') AS done,
             sum(state = 'failed') AS failed, 0 AS images
           FROM jobs WHERE state IN ('done', 'failed') AND ended_at >= ? AND ended_at < ?
           GROUP BY 1, 2
           UNION ALL
           SELECT j.hot_folder_id, e.recipe_id, 0, 0, sum(e.images)
           FROM executions e JOIN jobs j ON j.id = e.job_id
           WHERE e.day = ? AND e.state NOT IN ('rejected', 'void')
           GROUP BY 1, 2
         ) t
         JOIN recipes r ON r.id = t.recipe_id
         LEFT JOIN hot_folders f ON f.id = t.hot_folder_id
         GROUP BY f.path, recipe ORDER BY f.path IS NULL, f.path, recipe`,
        beginOfDay(day),
        beginOfDay(day, 1),
        day,
      );
    },
  };
}
