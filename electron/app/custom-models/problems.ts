import type { CustomModelKind } from '#shared/custom-models.ts';
import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

/**
 * Returns the problem for a model or scene that failed. Because the service gives no reason, the problem lists the
 * service's requirements (interface: "Limits").
 */
export function failedProblem(kind: CustomModelKind, id: number): Problem {
  return kind === 'model'
    ? problemOf('own-failed.model', { id })
    : problemOf('own-failed.scene', { id });
}

/** Returns the problem for an id that the service does not know. */
export function notInAccount(kind: CustomModelKind, id: number, failure: ServiceFailure): Problem {
  const { detail } = failure;
  return problemOf(
    'own-unknown.checked',
    { kind, id, why: failureProblem(failure) },
    detail === undefined ? {} : { detail },
  );
}
