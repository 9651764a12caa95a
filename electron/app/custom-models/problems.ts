import type { CustomModelKind } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

const wanted: Readonly<Record<CustomModelKind, string>> = {
  model: 'photos of one person with the full face from the front and little make-up',
  scene: 'a photo with a model and a place in it',
};

/**
 * Returns the problem of a failed model or scene. The service gives no reason; "Limits" lists its
 * requirements.
 */
export function failedProblem(kind: CustomModelKind, id: number): Problem {
  return {
    code: 'own-failed',
    message: `The service could not make the ${kind} ${id} ready, and does not say why. Delete it and make a new one of ${wanted[kind]}.`,
  };
}

/** Returns the problem of an id that the service does not have. */
export function notInAccount(kind: CustomModelKind, id: number, failure: ServiceFailure): Problem {
  return {
    code: 'own-unknown',
    message: `There is no ${kind} ${id} in the account. ${failure.message}`,
    ...(failure.detail === undefined ? {} : { detail: failure.detail }),
  };
}
