import type { CustomModelKind } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';

const wanted: Readonly<Record<CustomModelKind, string>> = {
  model: 'photos of one person with the full face from the front and little make-up',
  scene: 'a photo with a model and a place in it',
};

/** The service tells of a failed one that it failed, and nothing else. "Limits" says what it wants. */
export function failedProblem(kind: CustomModelKind, id: number): Problem {
  return {
    code: 'own-failed',
    message: `The service could not make the ${kind} ${id} ready, and does not say why. Delete it and make a new one of ${wanted[kind]}.`,
  };
}

/** The service says that it has none with this id. */
export function notInAccount(kind: CustomModelKind, id: number, failure: ServiceFailure): Problem {
  return {
    code: 'own-unknown',
    message: `There is no ${kind} ${id} in the account. ${failure.message}`,
    ...(failure.detail === undefined ? {} : { detail: failure.detail }),
  };
}
