import type { Problem } from '#shared/problem.ts';
import type { Estimate, GateName } from '#shared/views/status.ts';
import type { ClosedGate } from './gates.ts';
import type { LimitOf } from './report.ts';

export type QueueEvent =
  /** A job was taken up or put down, which no commit says. */
  | { readonly kind: 'in-hand'; readonly jobId: number }
  /** A job came to done, failed or held. */
  | { readonly kind: 'ended'; readonly jobId: number }
  /** A gate opened or closed. */
  | { readonly kind: 'gates' }
  /** A bug showed; what was begun is taken up again after a pause. */
  | { readonly kind: 'mistake'; readonly problem: Problem };

export interface Runner {
  /** Takes up what the ledger holds, as soon as it takes a commit, and whenever `wake` says that there is more. */
  start(): void;
  wake(): void;
  /** A job, or whoever waits for the service's word, is to be looked at now: a notification came, or none will. */
  hint(jobId?: number): void;
  /** There are tasks to delete at the service. */
  deleteTasks(): void;
  /** No new step begins; resolves when those under way have come to a safe end. */
  stop(): Promise<void>;
  /** Gates that are closed now, each with its one notice. */
  closed(): ClosedGate[];
  /**
   * Tries at once what waits at a closed gate: a person has removed the reason, with a new key, money
   * on the account, another network.
   */
  reopen(only?: GateName): Promise<void>;
  /** Jobs in hand that something is being done about: not those at a closed gate or a limit. */
  moving(): number;
  /** Whether the queue has taken this job up. */
  isInHand(jobId: number): boolean;
  /** All jobs that it has taken up. */
  inHand(): number[];
  /** Hot folders of jobs that wait for a daily limit (0: photos a person gave), and whose limit it is. */
  limited(): ReadonlyMap<number, LimitOf>;
  /** When the `left` photos will have ended, see `estimate`; null also while a gate is closed. */
  estimate(left: number): Estimate | null;
  /**
   * Makes a change to what the ledger holds of these jobs, of which none is carried until it is made,
   * and takes up what follows from it. What is under way for them comes to a safe end first, as at a
   * stop, but a request to execute is waited for until it is answered. Throws what `change` throws.
   */
  change<T>(jobIds: readonly number[], change: () => T | Promise<T>): Promise<T>;
  /** All work is paused now: jobs in hand that nothing is paid for go back to those that wait. */
  standStill(): Promise<void>;
  /** The limits are other ones now: who waited for a place or for an allowance looks again. */
  limitsChanged(): Promise<void>;
}
