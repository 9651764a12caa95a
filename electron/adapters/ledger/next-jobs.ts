import type { Tables } from './rows.ts';

interface Row {
  id: number;
  priority: number;
}

const IN_ORDER = 'ORDER BY priority DESC, id LIMIT ?';
const IN_STATE = `SELECT id, priority FROM jobs WHERE state = ? ${IN_ORDER}`;
const OF_FOLDER = `SELECT id, priority FROM jobs
  WHERE state = 'waiting' AND hot_folder_id IS ? ${IN_ORDER}`;
/** SQL for jobs whose run may have been paid for; such a job has a task. */
const PAID = `SELECT id, priority FROM jobs INDEXED BY jobs_begun
  WHERE state = 'waiting' AND task_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM executions e WHERE e.job_id = jobs.id AND e.run = jobs.runs
    AND e.state NOT IN ('intent', 'rejected', 'void')) ${IN_ORDER}`;

/** Returns the first rows of a query that ends in `IN_ORDER`, without those in `carried`. */
type First = (count: number, sql: string, ...values: (string | number | null)[]) => Row[];

/**
 * Returns the next jobs, see `JobQueries.next`. If folders are at their limit, queries each of the
 * other folders for its first jobs. This avoids reading the jobs that wait until tomorrow, perhaps
 * a hundred thousand, each time the queue looks for work.
 */
export function nextJobs(
  db: Tables,
  count: number,
  carried: ReadonlySet<number>,
  atLimit: readonly number[],
): number[] {
  // reads as many extra rows as `carried` can exclude, because skipping rows here is faster than
  // passing the list to SQLite
  const first: First = (most, sql, ...values) =>
    db
      .all<Row>(sql, ...values, most + carried.size)
      .filter(({ id }) => !carried.has(id))
      .slice(0, most);
  const started = first(count, IN_STATE, 'running');
  const room = count - started.length;
  const waiting = room === 0 ? [] : firstWaiting(db, first, room, atLimit);
  return [...started, ...waiting].map(({ id }) => id);
}

function firstWaiting(db: Tables, first: First, count: number, atLimit: readonly number[]): Row[] {
  if (atLimit.length === 0) return first(count, IN_STATE, 'waiting');
  const folders = [0, ...db.column<number>('SELECT id FROM hot_folders')];
  const found = new Map<number, Row>();
  const keep = (rows: readonly Row[]) => rows.forEach((row) => found.set(row.id, row));
  keep(first(count, PAID));
  for (const folder of folders.filter((id) => !atLimit.includes(id))) {
    keep(first(count, OF_FOLDER, folder === 0 ? null : folder));
  }
  return [...found.values()].sort((a, b) => b.priority - a.priority || a.id - b.id).slice(0, count);
}
