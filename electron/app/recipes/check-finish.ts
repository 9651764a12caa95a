import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { Studio } from '../../studio.ts';

/** Checks that all presets of Finish that a recipe names exist here. Problems: those of `finishPresets`. */
export async function checkFinish(
  { finishPresets }: Pick<Studio, 'finishPresets'>,
  { delivery }: Recipe,
): Promise<Outcome<void>> {
  const found = await finishPresets(delivery.finish);
  return found.ok ? success() : failure({ ...found.problem, parameter: 'delivery.finish' });
}
