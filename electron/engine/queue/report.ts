import type { Problem } from '#shared/problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

/** What happened in a step. Steps report; what follows from it, the runner decides (judge.ts). */
export type Report =
  /** Committed; the next step may come at once. */
  | { readonly kind: 'advanced' }
  /** Asked, and it is not there yet. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'done'; readonly warning: Problem | null }
  /** The service, or the way to it, did not do what was asked. */
  | { readonly kind: 'service'; readonly failure: ServiceFailure }
  /** An execute was refused; the execution row says so already. */
  | { readonly kind: 'refused'; readonly failure: ServiceFailure }
  /** An execute ended in doubt; the execution row says so already. */
  | { readonly kind: 'doubt'; readonly failure: ServiceFailure }
  /** Something on this side; `then` says whether trying again can help. */
  | {
      readonly kind: 'trouble';
      readonly problem: Problem;
      readonly then: 'later' | 'never';
      /** Tries so far, where the step counts them itself; else the job's are meant. */
      readonly tries?: number;
    }
  /** What happened could not be written down, because the ledger's disk is full. */
  | { readonly kind: 'unwritten'; readonly problem: Problem }
  | { readonly kind: 'hold' | 'fail'; readonly problem: Problem }
  /** It must not be made, and nobody was asked: see permit.ts. */
  | { readonly kind: 'barred'; readonly problem: Problem }
  /** The daily limit is reached, of the studio or of the job's hot folder. */
  | { readonly kind: 'limit'; readonly problem: Problem; readonly of: LimitOf };

/** Whose daily limit a job waits for. */
export type LimitOf = 'studio' | 'folder';

export const advanced: Report = { kind: 'advanced' };

export function trouble(problem: Problem, then: 'later' | 'never'): Report {
  return { kind: 'trouble', problem, then };
}
