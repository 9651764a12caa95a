import type { Problem } from '#shared/problem.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

/** The result of one step of a creation. */
export type CreationReport =
  /** The step is committed; the next step may follow immediately. */
  | { readonly kind: 'advanced' }
  /** The step is tried again later, when the problem may have disappeared or the user may have fixed it. */
  | { readonly kind: 'waits'; readonly problem: Problem; readonly retryAfterMs?: number }
  /** The model or scene was not created, or the result is unknown; the problem says why. */
  | { readonly kind: 'stopped'; readonly problem: Problem };

export const advanced: CreationReport = { kind: 'advanced' };

/**
 * Reports a failed request that changed nothing in the account: a refusal by the service stops the
 * creation.
 */
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
