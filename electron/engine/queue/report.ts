import type { Problem } from '#shared/problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

/** The result of a step. Steps only report; judge.ts decides what follows. */
export type Report =
  /** Committed; the next step may follow immediately. */
  | { readonly kind: 'advanced' }
  /** Queried, and not available yet. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'done'; readonly warning: Problem | null }
  /** The service, or the connection to it, did not do what was requested. */
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** An execute was refused; the execution row records that already. */
  | { readonly kind: 'refused'; readonly failure: ServiceFailure }
  /** An execute ended in doubt; the execution row records that already. */
  | { readonly kind: 'doubt'; readonly failure: ServiceFailure }
  /** Trouble on this computer; `then` says whether trying again can help. */
  | {
      readonly kind: 'trouble';
      readonly problem: Problem;
      readonly then: 'later' | 'never';
      /** Attempts so far, if the step counts them itself; otherwise the job's count applies. */
      readonly tries?: number;
    }
  /** The result could not be recorded, because the ledger's disk is full. */
  | { readonly kind: 'unwritten'; readonly problem: Problem }
  | { readonly kind: 'hold' | 'fail'; readonly problem: Problem }
  /** It must not be made, and nothing was requested: see permit.ts. */
  | { readonly kind: 'barred'; readonly problem: Problem }
  /** A spending limit is reached, of the studio or of the job's hot folder. */
  | { readonly kind: 'limit'; readonly problem: Problem; readonly of: LimitOf };

/** Whose spending limit a job waits for. */
export type LimitOf = 'studio' | 'folder';

export const advanced: Report = { kind: 'advanced' };

export function trouble(problem: Problem, then: 'later' | 'never'): Report {
  return { kind: 'trouble', problem, then };
}
