import { failure, type Outcome } from '#shared/problem.ts';

/** Returns the problem of a saved recipe that no longer exists. */
export function unknownRecipe(): Outcome<never> {
  return failure(
    'recipe-unknown',
    'This recipe no longer exists: it was removed, perhaps in another window. Save it as a new recipe to keep it.',
  );
}
