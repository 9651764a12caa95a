import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { Studio } from '../../studio.ts';

/** Checks that all presets of Finish that a recipe names exist here. Problems: those of `NamedPreset`. */
export async function checkFinish(
  { finishPresets }: Pick<Studio, 'finishPresets'>,
  { delivery }: Recipe,
): Promise<Outcome<void>> {
  for (const one of await finishPresets(delivery.finish)) {
    if (one.state !== 'found') return failure({ ...one.problem, parameter: 'delivery.finish' });
  }
  return success();
}
