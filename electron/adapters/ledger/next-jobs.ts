import type { Tables } from './rows.ts';

interface Row {
  id: number;
  priority: number;
}

const IN_ORDER = 'ORDER BY priority DESC, id LIMIT ?';
const IN_STATE = `SELECT id, priority FROM jobs WHERE state = ? ${IN_ORDER}`;
const OF_FOLDER = `SELECT id, priority FROM jobs
  WHERE state = 'waiting' AND hot_folder_id IS ? ${IN_ORDER}`;
/** SQL for jobs of shared hot folders that this station has taken, except in a given list of folders. */
const TAKEN = `SELECT j.id, j.priority FROM shared_work w INDEXED BY shared_work_taken
  JOIN jobs j ON j.id = w.job_id WHERE w.taken = 1 AND j.state = 'waiting'
  AND coalesce(j.hot_folder_id, 0) NOT IN (SELECT value FROM json_each(?))
  ORDER BY j.priority DESC, j.id LIMIT ?`;
/** SQL for jobs whose run the user asked for, except in a given list of folders. */
const BY_HAND = `SELECT id, priority FROM jobs INDEXED BY jobs_by_hand
  WHERE by_hand = 1 AND state = 'waiting'
  AND coalesce(hot_folder_id, 0) NOT IN (SELECT value FROM json_each(?)) ${IN_ORDER}`;
/** SQL for jobs whose run may have been paid for; such a job has a task. */
const PAID = `SELECT id, priority FROM jobs INDEXED BY jobs_begun
  WHERE state = 'waiting' AND task_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM executions e WHERE e.job_id = jobs.id AND e.run = jobs.runs
    AND e.state NOT IN ('intent', 'rejected', 'void')) ${IN_ORDER}`;

/** Hot folders whose waiting jobs do not start; 0 stands for photos that the user added. */
interface ClosedFolders {
  /** Folders that wait for a limit, or for the end of a pause of all work. */
  readonly atLimit: readonly number[];
  /** Folders that the user paused. */
  readonly paused: readonly number[];
  /** Folders whose photos any station may process. */
  readonly shared: readonly number[];
}

/** Returns the first rows of a query that ends in `IN_ORDER`, without those in `carried`. */
type First = (count: number, sql: string, ...values: (string | number | null)[]) => Row[];

/**
 * Returns the next jobs, see `JobQueries.next`. If folders are closed, queries each of the other
 * folders for its first jobs. This avoids reading the jobs that wait until tomorrow, perhaps a
 * hundred thousand, each time the queue looks for work.
 */
export function nextJobs(
  db: Tables,
  count: number,
  carried: ReadonlySet<number>,
  closed: ClosedFolders,
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
  const waiting = room === 0 ? [] : firstWaiting(db, first, room, closed);
  return [...started, ...waiting].map(({ id }) => id);
}

function firstWaiting(
  db: Tables,
  first: First,
  count: number,
  { atLimit, paused, shared }: ClosedFolders,
): Row[] {
  const closed = new Set([...atLimit, ...paused, ...shared]);
  if (closed.size === 0) return first(count, IN_STATE, 'waiting');
  const folders = [0, ...db.column<number>('SELECT id FROM hot_folders')];
  const found = new Map<number, Row>();
  const keep = (rows: readonly Row[]) => rows.forEach((row) => found.set(row.id, row));
  keep(first(count, PAID));
  if (shared.length > 0) keep(first(count, TAKEN, JSON.stringify([...atLimit, ...paused])));
  if (paused.length > 0) keep(first(count, BY_HAND, JSON.stringify([...atLimit, ...shared])));
  for (const folder of folders.filter((id) => !closed.has(id))) {
    keep(first(count, OF_FOLDER, folder === 0 ? null : folder));
  }
  return [...found.values()].sort((a, b) => b.priority - a.priority || a.id - b.id).slice(0, count);
}
