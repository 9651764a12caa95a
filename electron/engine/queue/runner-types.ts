import type { Problem } from '#shared/problem.ts';
import type { Estimate, GateName } from '#shared/views/status.ts';
import type { ClosedGate } from './gates.ts';
import type { LimitOf } from './report.ts';

export type QueueEvent =
  /** A job entered or left the queue; no commit reports that. */
  | { readonly kind: 'in-hand'; readonly jobId: number }
  /** A job is done, failed or held. */
  | { readonly kind: 'ended'; readonly jobId: number }
  /** A gate opened or closed. */
  | { readonly kind: 'gates' }
  /** A bug; the interrupted work resumes after a pause. */
  | { readonly kind: 'mistake'; readonly problem: Problem };

export interface Runner {
  /**
   * Starts the jobs in the ledger, as soon as the ledger accepts a commit, and again whenever
   * `wake` reports more jobs.
   */
  start(): void;
  wake(): void;
  /**
   * Checks a job, or all jobs that wait for the service, immediately: a notification arrived, or
   * notifications will no longer arrive.
   */
  hint(jobId?: number): void;
  /** Starts deleting tasks from the service; call when there may be more tasks to delete. */
  deleteTasks(): void;
  /** Begins no new step; resolves when the running steps have come to a safe end. */
  stop(): Promise<void>;
  /** Returns the closed gates, each with its one notice. */
  closed(): ClosedGate[];
  /**
   * Immediately retries the jobs that wait at a closed gate; call after the user has fixed the
   * cause: a new key, a topped-up account, another network.
   */
  reopen(only?: GateName): Promise<void>;
  /**
   * Returns how many of the queue's jobs are active, that is, do not wait at a closed gate or for a
   * limit.
   */
  moving(): number;
  /** Returns whether the queue is processing the job. */
  isInHand(jobId: number): boolean;
  /** Returns all jobs that the queue is processing. */
  inHand(): number[];
  /**
   * Returns the hot folders of jobs that wait for a daily limit (0: photos the user added) or for
   * their hot folder, which cannot be reached, and whether the studio or the folder keeps them waiting.
   */
  limited(): ReadonlyMap<number, LimitOf>;
  /** Returns the jobs that wait for a daily limit or for their hot folder. */
  parked(): number[];
  /** Returns when `left` more photos will have ended, see `estimate` in pace.ts. Also null while a gate is closed. */
  estimate(left: number): Estimate | null;
  /**
   * Changes these jobs in the ledger while none of them runs, and then lets the queue act on the changed rows. Running
   * steps come to a safe end first, as when stopping, except that the answer to an execute request is always awaited.
   * Throws what `change` throws.
   */
  change<T>(jobIds: readonly number[], change: () => T | Promise<T>): Promise<T>;
  /** Stops processing unpaid jobs, so that they wait again; call when all work is paused. */
  standStill(): Promise<void>;
  /** Checks jobs that wait for a slot at the service or for a limit again; call when the limits have changed. */
  limitsChanged(): Promise<void>;
  /**
   * Makes jobs that wait for other stations or for a limit claim again soon; call when another station has freed a
   * claim.
   */
  claimsFreed(): Promise<void>;
}
