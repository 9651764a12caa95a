import type { Clock } from '../../base/clock.ts';
import type { HistoryRepository } from './history.ts';
import type { Purchase } from './purchases.ts';
import { localDay } from './spending.ts';
import type { Database } from './sqlite.ts';

/**
 * How a ledger that knows less than the log of purchases, because a backup stands in its place, learns
 * what may have been bought. Each such purchase becomes an execution in doubt on its own task, so
 * that the service is asked and nothing is sent before it has answered. One whose photo this ledger
 * has not met is kept until the photo is taken in again.
 */
export interface Relearning {
  /** Whether neither an execution nor a kept purchase stands for it. */
  isMissing(purchase: Purchase): boolean;
  /** Takes up what the ledger does not know; jobs that are asked about again, and purchases kept. */
  learn(purchases: readonly Purchase[]): { readonly jobs: number; readonly kept: number };
  /** A photo is taken in: what may have been bought of it before. Within the caller's transaction. */
  remember(jobId: number): void;
}

interface JobRow {
  id: number;
}

interface KeptRow {
  id: number;
  task_id: string;
  run: number;
  intent_at: number;
  agent: string;
  images: number;
}

export function relearning(db: Database, clock: Clock, history: HistoryRepository): Relearning {
  const jobOf = ({ photo, identity }: Purchase): number | undefined =>
    db.get<JobRow>(
      `SELECT j.id FROM jobs j JOIN photos p ON p.id = j.photo_id
       WHERE p.identity = ? AND j.identity = ?`,
      photo,
      identity,
    )?.id;

  const executionOf = (jobId: number, { taskId, intentAt }: Purchase) =>
    db.get<{ id: number; state: string }>(
      'SELECT id, state FROM executions WHERE job_id = ? AND task_id = ? AND intent_at = ?',
      jobId,
      taskId,
      intentAt,
    );

  const isKept = ({ taskId, intentAt }: Purchase): boolean =>
    db.get('SELECT 1 FROM purchases WHERE task_id = ? AND intent_at = ?', taskId, intentAt) !==
    undefined;

  /** The job goes on with this purchase as its doubt. */
  const doubt = (jobId: number, { taskId, run, intentAt, agent, images }: Purchase) => {
    db.run(
      `UPDATE jobs SET task_id = ?, runs = max(runs, ?), state = 'waiting', attempts = 0,
         not_before = 0, code = NULL, message = NULL, about = NULL, ended_at = NULL, updated_at = ? WHERE id = ?`,
      taskId,
      run,
      clock.wall(),
      jobId,
    );
    db.run(
      `INSERT INTO executions (job_id, run, task_id, state, agent, images, day, intent_at,
         doubt_since) VALUES (?, ?, ?, 'doubt', ?, ?, ?, ?, ?)`,
      jobId,
      run,
      taskId,
      agent,
      images,
      localDay(intentAt),
      intentAt,
      Math.round(clock.mono()),
    );
    history.note(jobId, 'relearned from the log of purchases', taskId);
  };

  const keep = (purchase: Purchase) =>
    db.run(
      `INSERT INTO purchases (photo, identity, task_id, run, intent_at, agent, images)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      purchase.photo,
      purchase.identity,
      purchase.taskId,
      purchase.run,
      purchase.intentAt,
      purchase.agent,
      purchase.images,
    );

  return {
    isMissing(purchase) {
      const jobId = jobOf(purchase);
      if (jobId === undefined) return !isKept(purchase);
      return executionOf(jobId, purchase) === undefined;
    },
    learn: (purchases) =>
      db.transaction(() => {
        const jobs = new Set<number>();
        let kept = 0;
        for (const purchase of purchases) {
          const jobId = jobOf(purchase);
          if (jobId === undefined) {
            kept += keep(purchase);
            continue;
          }
          const known = executionOf(jobId, purchase);
          if (known === undefined) {
            doubt(jobId, purchase);
          } else if (known.state === 'intent') {
            // it was sent after the backup was made, or provably not: only the service can tell
            db.run(
              "UPDATE executions SET state = 'doubt', doubt_since = ? WHERE id = ?",
              Math.round(clock.mono()),
              known.id,
            );
          } else {
            continue;
          }
          jobs.add(jobId);
        }
        return { jobs: jobs.size, kept };
      }),
    remember(jobId) {
      const rows = db.all<KeptRow>(
        `SELECT k.* FROM purchases k JOIN photos p ON p.identity = k.photo
         JOIN jobs j ON j.photo_id = p.id AND j.identity = k.identity
         WHERE j.id = ? ORDER BY k.id`,
        jobId,
      );
      for (const { id, task_id: taskId, run, intent_at: intentAt, agent, images } of rows) {
        doubt(jobId, { photo: '', identity: '', taskId, run, intentAt, agent, images });
        db.run('DELETE FROM purchases WHERE id = ?', id);
      }
    },
  };
}
