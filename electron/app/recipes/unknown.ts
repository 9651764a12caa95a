import { failure, type Outcome } from '#shared/problem.ts';

/** Says that a saved recipe is gone. */
export function unknownRecipe(): Outcome<never> {
  return failure(
    'recipe-unknown',
    'This recipe no longer exists: it was removed, perhaps in another window. Save it as a new recipe to keep it.',
  );
}
