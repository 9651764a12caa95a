import { failure } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';

/** The user's pauses: nothing is bought for paused work until the user resumes it, even after a restart. */
export interface PauseRepository {
  /** Returns the time, in wall-clock ms, at which everything was paused; null unless everything is paused. */
  since(): number | null;
  pauseAll(): void;
  resumeAll(): void;
  /** Returns the ids of paused hot folders; 0 stands for the photos that the user added. */
  folders(): number[];
  /** Returns whether a pause holds this job. The pause of a hot folder does not hold a run that the user asked for. */
  holds(job: { readonly hotFolderId: number | null; readonly byHand: boolean }): boolean;
  /** Checks whether any job would continue if a pause ended. */
  isWaitedFor(): boolean;
}

/** The migration for `jobs.by_hand`: 1 if the user asked for the last run of the job, and no hot folder did. */
export const byHandColumn = `
  ALTER TABLE jobs ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX jobs_by_hand ON jobs (priority DESC, id) WHERE by_hand = 1 AND state = 'waiting';
`;

/**
 * SQL for the paused hot folders. The command line has no pauses: a hot folder that only the
 * command line watches is never armed, but it is not paused.
 */
const PAUSED = `SELECT id FROM hot_folders WHERE EXISTS (SELECT 1 FROM pauses)
    OR (armed = 0 AND removed = 0 AND saved_recipe_id IS NOT NULL)
  UNION ALL SELECT 0 WHERE EXISTS (SELECT 1 FROM pauses)`;

export function pauseRepository(db: Tables, clock: Clock): PauseRepository {
  const folders = () => db.column<number>(PAUSED);
  const since = () => db.value<number>('SELECT since FROM pauses') ?? null;
  return {
    since,
    pauseAll() {
      if (since() === null) db.run('INSERT INTO pauses (since) VALUES (?)', clock.wall());
    },
    resumeAll: () => {
      db.run('DELETE FROM pauses');
    },
    folders,
    holds: ({ hotFolderId, byHand }) =>
      folders().includes(hotFolderId ?? 0) && (!byHand || since() !== null),
    isWaitedFor: () =>
      folders().length > 0 &&
      db.get(
        `SELECT 1 FROM jobs WHERE state = 'waiting' AND coalesce(hot_folder_id, 0) IN (${PAUSED})
           AND (by_hand = 0 OR EXISTS (SELECT 1 FROM pauses))
         LIMIT 1`,
      ) !== undefined,
  };
}

/** Returns the notice shown at startup while everything is paused. */
export function pausedProblem(): Problem {
  return failure('paused.all').problem;
}
