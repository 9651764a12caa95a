import type { Clock } from '../../base/clock.ts';
import type { HistoryRepository } from './history.ts';
import type { JobChanges } from './job-changes.ts';
import type { Tables } from './rows.ts';

/** A task to be deleted from the service, and its job. */
export interface Deletion {
  readonly taskId: string;
  readonly jobId: number;
}

/** Tasks to be deleted from the service, recorded before the request is sent, and the service's answers. */
export interface DeletionRepository {
  /**
   * Records that the task is to be deleted. If the task's job is run again, the job starts from the
   * beginning. One commit.
   */
  ask(deletion: Deletion): void;
  /** Returns unanswered deletions, oldest first; never the task that a job currently uses. */
  open(limit: number): Deletion[];
  /** Records that the task no longer exists at the service. */
  ended(deletion: Deletion): void;
  /** Records that the service refused to delete the task, in the service's own words. */
  refused(deletion: Deletion, words: string): void;
  /** Checks whether a task is deleted or about to be. */
  has(taskId: string): boolean;
}

export function deletionRepository(
  db: Tables,
  clock: Clock,
  history: HistoryRepository,
  jobs: Pick<JobChanges, 'beginAnew'>,
): DeletionRepository {
  const end = ({ taskId, jobId }: Deletion, refusal: string | null, what: string) =>
    db.transaction(() => {
      const ended = db.run(
        'UPDATE deletions SET ended_at = ?, refusal = ? WHERE task_id = ? AND ended_at IS NULL',
        clock.wall(),
        refusal,
        taskId,
      );
      if (ended > 0) history.note(jobId, what, refusal ?? taskId);
    });

  return {
    ask: ({ taskId, jobId }) =>
      db.transaction(() => {
        jobs.beginAnew(jobId);
        db.run(
          `INSERT INTO deletions (task_id, job_id, asked_at) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET ended_at = NULL, refusal = NULL`,
          taskId,
          jobId,
          clock.wall(),
        );
        history.note(jobId, 'task to be deleted at the service', taskId);
      }),
    open: (limit) =>
      db.all<{ taskId: string; jobId: number }>(
        `SELECT task_id AS taskId, job_id AS jobId FROM deletions WHERE ended_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.task_id = deletions.task_id)
         ORDER BY asked_at LIMIT ?`,
        limit,
      ),
    ended: (deletion) => end(deletion, null, 'task deleted at the service'),
    refused: (deletion, words) => end(deletion, words, 'task not deleted at the service'),
    has: (taskId) =>
      db.get('SELECT 1 FROM deletions WHERE task_id = ? AND refusal IS NULL', taskId) !== undefined,
  };
}
