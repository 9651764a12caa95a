import { isWebAddress } from '#shared/agents/index.ts';
import { ownMask } from '#shared/mask/own-mask.ts';
import type { Recipe } from '#shared/recipe.ts';

/** Returns the paths of the files that a recipe names, without web addresses. */
export function imagePaths({ mask, init }: Pick<Recipe, 'mask' | 'init'>): readonly string[] {
  return textsIn({ mask, ...init, taskName: null }).filter(
    (image) => !isWebAddress(image) && image !== ownMask,
  );
}

export function textsIn(values: object): string[] {
  return Object.values(values).filter((value) => typeof value === 'string');
}
