import { localDay } from '#shared/day.ts';
import type { Clock } from '../../base/clock.ts';
import { newDoubt } from './execution-changes.ts';
import type { ExecutionState } from './executions.ts';
import type { HistoryRepository } from './history.ts';
import type { Purchase } from './purchases.ts';
import { expression, problemColumns, type Tables } from './rows.ts';

/**
 * Adds purchases that are only in the log of purchases to a ledger that was restored from a backup.
 * Each such purchase becomes an execution in doubt, with its own task, so that Darkslide queries
 * the service and sends no request before the answer. If the ledger does not contain the photo of a
 * purchase, the purchase is stored until that photo is admitted again.
 */
export interface Relearning {
  /**
   * Checks whether the ledger contains neither an execution nor a stored purchase for this
   * purchase.
   */
  isMissing(purchase: Purchase): boolean;
  /**
   * Adds the purchases that the ledger lacks. Returns the number of jobs that are queried again and
   * the number of purchases stored for later.
   */
  learn(purchases: readonly Purchase[]): { readonly jobs: number; readonly kept: number };
  /**
   * Adds earlier purchases that may exist for a photo that is being admitted. Runs within the caller's
   * transaction.
   */
  remember(jobId: number): void;
}

export function relearning(db: Tables, clock: Clock, history: HistoryRepository): Relearning {
  return {
    isMissing(purchase) {
      const jobId = jobOf(db, purchase);
      if (jobId === undefined) return !isKept(db, purchase);
      return executionOf(db, jobId, purchase) === undefined;
    },
    learn: (purchases) =>
      db.transaction(() => {
        const jobs = new Set<number>();
        let kept = 0;
        for (const purchase of purchases) {
          const jobId = jobOf(db, purchase);
          if (jobId === undefined) kept += keep(db, purchase);
          else if (ask(db, clock, history, jobId, purchase)) jobs.add(jobId);
        }
        return { jobs: jobs.size, kept };
      }),
    remember(jobId) {
      const kept = db.all<BoughtTask & { readonly id: number }>(
        `SELECT k.id, k.task_id, k.run, k.intent_at, k.agent, k.images, k.price,
           k.currency, k.client
         FROM purchases k
         JOIN photos p ON p.identity = k.photo
         JOIN jobs j ON j.photo_id = p.id AND j.identity = k.identity
         WHERE j.id = ? ORDER BY k.id`,
        jobId,
      );
      for (const { id, ...bought } of kept) {
        doubt(db, clock, history, jobId, bought);
        db.run('DELETE FROM purchases WHERE id = ?', id);
      }
    },
  };
}

/** A task that may have been bought, without its photo. */
type BoughtTask = Omit<Purchase, 'photo' | 'identity'>;

function jobOf(db: Tables, { photo, identity }: Purchase): number | undefined {
  return db.value(
    `SELECT j.id FROM jobs j JOIN photos p ON p.id = j.photo_id
     WHERE p.identity = ? AND j.identity = ?`,
    photo,
    identity,
  );
}

function executionOf(db: Tables, jobId: number, { taskId, intentAt }: BoughtTask) {
  return db.get<{ id: number; state: ExecutionState }>(
    'SELECT id, state FROM executions WHERE job_id = ? AND task_id = ? AND intent_at = ?',
    jobId,
    taskId,
    intentAt,
  );
}

function isKept(db: Tables, { taskId, intentAt }: Purchase): boolean {
  const kept = 'SELECT 1 FROM purchases WHERE task_id = ? AND intent_at = ?';
  return db.get(kept, taskId, intentAt) !== undefined;
}

/** Stores a purchase until its photo is admitted; returns 0 if it was already stored. */
function keep(db: Tables, purchase: Purchase): number {
  return db.run(
    `INSERT INTO purchases (photo, identity, task_id, run, intent_at, agent, images, price, currency,
       client)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    purchase.photo,
    purchase.identity,
    purchase.taskId,
    purchase.run,
    purchase.intentAt,
    purchase.agent,
    purchase.images,
    purchase.price,
    purchase.currency,
    purchase.client,
  );
}

/**
 * Marks a purchase as in doubt, so that the service is queried. Returns false if the ledger already contains the
 * outcome.
 */
function ask(
  db: Tables,
  clock: Clock,
  history: HistoryRepository,
  jobId: number,
  purchase: Purchase,
): boolean {
  const known = executionOf(db, jobId, purchase);
  if (known === undefined) {
    doubt(db, clock, history, jobId, purchase);
    return true;
  }
  if (known.state !== 'intent') return false;
  // after the backup, the request may have been sent or not; only the service knows
  db.update('executions', { state: 'doubt', ...newDoubt(clock) }, 'id = ?', known.id);
  return true;
}

/** Resumes the job with this purchase in doubt. */
function doubt(
  db: Tables,
  clock: Clock,
  history: HistoryRepository,
  jobId: number,
  { taskId, run, intentAt, agent, images, price, currency, client }: BoughtTask,
): void {
  const anew = {
    state: 'waiting',
    attempts: 0,
    notBefore: 0,
    endedAt: null,
    updatedAt: clock.wall(),
  };
  const runs = expression('max(runs, ?)', run);
  db.update('jobs', { taskId, runs, ...anew, ...problemColumns(null) }, 'id = ?', jobId);
  db.insertRow('executions', {
    jobId,
    run,
    taskId,
    state: 'doubt',
    agent,
    images,
    price,
    currency,
    client,
    day: localDay(intentAt),
    intentAt,
    ...newDoubt(clock),
  });
  history.note(jobId, 'relearned from the log of purchases', taskId);
}
