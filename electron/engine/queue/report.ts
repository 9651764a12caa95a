import type { Problem } from '#shared/problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

/** The result of a step. Steps only report; judge.ts decides what follows. */
export type Report =
  /** The step is committed; the next step may follow immediately. */
  | { readonly kind: 'advanced' }
  /** The service was queried, and the result is not available yet. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'done'; readonly warning: Problem | null }
  /** The service, or the connection to it, did not do what was requested. */
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** An execute request was refused; the execution row records that already. */
  | { readonly kind: 'refused'; readonly failure: ServiceFailure }
  /** An execute request ended in doubt; the execution row records that already. */
  | { readonly kind: 'doubt'; readonly failure: ServiceFailure }
  /** Trouble on this computer; `then` says whether trying again can help. */
  | {
      readonly kind: 'trouble';
      readonly problem: Problem;
      readonly then: 'later' | 'never';
      /** Attempts so far, if the step counts them itself; otherwise the job's count applies. */
      readonly tries?: number;
    }
  /** The result of the step could not be recorded, because the ledger's disk is full. */
  | { readonly kind: 'unwritten'; readonly problem: Problem }
  | { readonly kind: 'hold' | 'fail'; readonly problem: Problem }
  /** The run is not permitted, and nothing was requested: see permit.ts. */
  | { readonly kind: 'barred'; readonly problem: Problem }
  /** The shared studio, without which nothing may be bought, cannot be asked now. */
  | { readonly kind: 'studio'; readonly problem: Problem }
  /** A purchase must wait for other stations: check again after `ms`. */
  | { readonly kind: 'await'; readonly ms: number; readonly problem: Problem }
  /** The hot folder of the photo cannot be reached now, so its other photos wait, too. */
  | { readonly kind: 'away'; readonly problem: Problem }
  /** The spending limits are not known, so nothing may be bought. */
  | { readonly kind: 'no-limits'; readonly problem: Problem }
  /** A spending limit of the studio or of the job's hot folder is reached. */
  | { readonly kind: 'limit'; readonly problem: Problem; readonly of: LimitOf };

/**
 * What a job and others like it wait for: a spending limit of the studio, or its hot folder, which has reached a limit
 * or cannot be reached.
 */
export type LimitOf = 'studio' | 'folder';

export const advanced: Report = { kind: 'advanced' };

export function trouble(problem: Problem, then: 'later' | 'never'): Report {
  return { kind: 'trouble', problem, then };
}
