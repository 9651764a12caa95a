import type { Problem } from '#shared/problem.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

/** What came of one step of a creation. */
export type CreationReport =
  /** Committed; the next step may come at once. */
  | { readonly kind: 'advanced' }
  /** It passes by itself or by a person's hand; tried again after a while. */
  | { readonly kind: 'waits'; readonly problem: Problem; readonly retryAfterMs?: number }
  /** It is not made, or nobody knows, for this. */
  | { readonly kind: 'stopped'; readonly problem: Problem };

export const advanced: CreationReport = { kind: 'advanced' };

/** What follows of a request that changed nothing in the account: the service's own no stops it. */
export function reportOf(failure: ServiceFailure): CreationReport {
  if (failure.kind === 'aborted') return advanced;
  const problem = failureProblem(failure);
  if (isNo(failure)) return { kind: 'stopped', problem };
  return { kind: 'waits', problem, ...waitOf(failure) };
}

export function waitOf({ retryAfterMs }: { readonly retryAfterMs?: number }): {
  readonly retryAfterMs?: number;
} {
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}
