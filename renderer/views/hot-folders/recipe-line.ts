import type { RecipeCard } from '#shared/views/recipes.ts';
import { agentTitle } from '../../texts/catalogue.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Returns a one-line summary of a recipe: agent, version, images, PSD, original pixels. */
export function recipeLine({ recipe, images }: RecipeCard): string {
  return [
    agentTitle(recipe.agent, recipe.version),
    t('folders.images', { count: images }),
    ...(recipe.delivery.psd ? [t('folders.psd')] : []),
    ...(recipe.delivery.originalPixels ? [t('folders.originalPixels')] : []),
  ].join(' · ');
}
