import { failure } from '#shared/failure.ts';
import type { Outcome } from '#shared/problem.ts';

/** Returns the problem of a saved recipe that no longer exists. */
export function unknownRecipe(): Outcome<never> {
  return failure('recipe-unknown');
}
