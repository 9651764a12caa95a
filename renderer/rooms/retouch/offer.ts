import { recipeIdentity, type Recipe } from '#shared/recipe.ts';
import type { Run } from '#shared/views/retouch.ts';
import type { Status } from '#shared/views/status.ts';

/** What the button would do now. */
export interface Offer {
  readonly images: number;
  readonly photos: number;
  /** again: the same was made of this photo before. under-way: it is being made, or waits for a person. */
  readonly kind: 'first' | 'again' | 'under-way';
  /** Images that today's limit still lets through; null where there is none. */
  readonly leftToday: number | null;
}

/**
 * What running the recipe means. `runs` are those of the one photo it would run on; of several photos
 * nobody knows here what was made of them.
 */
export function offerOf(
  recipe: Recipe,
  imagesEach: number,
  photos: number,
  runs: readonly Run[],
  today: Status['today'] | undefined,
): Offer {
  const { limit = null, images = 0 } = today ?? {};
  return {
    images: imagesEach * photos,
    photos,
    kind: photos === 1 ? kindOf(recipe, runs) : 'first',
    leftToday: limit === null ? null : Math.max(0, limit - images),
  };
}

function kindOf(recipe: Recipe, runs: readonly Run[]): Offer['kind'] {
  const identity = recipeIdentity(recipe);
  const same = runs.filter((run) => recipeIdentity(run.recipe) === identity);
  if (same.some(({ state }) => ['waiting', 'running', 'held'].includes(state))) return 'under-way';
  return same.some(({ isPaid }) => isPaid === 'yes') ? 'again' : 'first';
}
