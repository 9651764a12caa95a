import { failure, type Outcome } from '#shared/problem.ts';

/** Says that a saved recipe is gone. */
export function unknownRecipe(): Outcome<never> {
  return failure(
    'recipe-unknown',
    'This recipe is not there any more: it was removed, perhaps in another window. Save it as a new one to keep what you see.',
  );
}
