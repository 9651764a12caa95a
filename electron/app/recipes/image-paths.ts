import { isWebAddress } from '#shared/agents/index.ts';
import type { Recipe } from '#shared/recipe.ts';

/** Returns the paths of the files that a recipe names, without web addresses. */
export function imagePaths({ mask, init }: Pick<Recipe, 'mask' | 'init'>): readonly string[] {
  return textsIn({ mask, ...init, taskName: null }).filter((image) => !isWebAddress(image));
}

export function textsIn(values: object): string[] {
  return Object.values(values).filter((value) => typeof value === 'string');
}
