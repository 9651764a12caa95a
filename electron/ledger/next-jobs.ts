import type { Database } from './sqlite.ts';

interface Row {
  id: number;
  priority: number;
}

const IN_ORDER = `AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY priority DESC, id LIMIT ?`;
const IN_STATE = `SELECT id, priority FROM jobs WHERE state = ? ${IN_ORDER}`;
const OF_FOLDER = `SELECT id, priority FROM jobs
  WHERE state = 'waiting' AND hot_folder_id IS ? ${IN_ORDER}`;
/** A run that may have been paid for is of a job that has its task. */
const PAID = `SELECT id, priority FROM jobs INDEXED BY jobs_begun
  WHERE state = 'waiting' AND task_id IS NOT NULL
  AND EXISTS (SELECT 1 FROM executions e WHERE e.job_id = jobs.id AND e.run = jobs.runs
    AND e.state NOT IN ('intent', 'rejected', 'void')) ${IN_ORDER}`;

/**
 * See `JobBooks.next`. With folders at their limit each of the others is asked for its own first jobs,
 * so that what waits for tomorrow, a hundred thousand perhaps, is not gone through at every wake.
 */
export function nextJobs(
  db: Database,
  count: number,
  carried: ReadonlySet<number>,
  atLimit: readonly number[],
): number[] {
  const without = JSON.stringify([...carried]);
  const started = db.all<Row>(IN_STATE, 'running', without, count);
  const room = count - started.length;
  const waiting = room === 0 ? [] : firstWaiting(db, room, without, atLimit);
  return [...started, ...waiting].map(({ id }) => id);
}

function firstWaiting(
  db: Database,
  count: number,
  without: string,
  atLimit: readonly number[],
): Row[] {
  if (atLimit.length === 0) return db.all<Row>(IN_STATE, 'waiting', without, count);
  const folders = [0, ...db.all<{ id: number }>('SELECT id FROM hot_folders').map(({ id }) => id)];
  const found = new Map<number, Row>();
  const keep = (rows: readonly Row[]) => rows.forEach((row) => found.set(row.id, row));
  keep(db.all<Row>(PAID, without, count));
  for (const folder of folders.filter((id) => !atLimit.includes(id))) {
    keep(db.all<Row>(OF_FOLDER, folder === 0 ? null : folder, without, count));
  }
  return [...found.values()].sort((a, b) => b.priority - a.priority || a.id - b.id).slice(0, count);
}
