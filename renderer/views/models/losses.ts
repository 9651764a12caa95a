import type { CustomModelCard, CustomModelUses } from '#shared/views/custom-models.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Maximum number of names to list; the others are only counted. */
const MOST_NAMES = 4;

/** Returns sentences that say what is lost by deleting the model or scene, and what is kept. */
export function lossesOf(
  { kind, release }: Pick<CustomModelCard, 'kind' | 'release'>,
  uses: CustomModelUses,
): string[] {
  const { recipes, hotFolders, waiting, delivered } = uses;
  return [
    t(`models.delete.${kind}.lost`),
    ...(release === null ? [] : [t('models.delete.release')]),
    ...(recipes.length === 0
      ? []
      : [t('models.delete.recipes', { count: recipes.length, names: listed(recipes) })]),
    ...(hotFolders.length === 0
      ? []
      : [t('models.delete.folders', { count: hotFolders.length, names: listed(hotFolders) })]),
    ...(waiting === 0 ? [] : [t('models.delete.waiting', { count: waiting })]),
    delivered === 0 ? t('models.delete.none') : t('models.delete.delivered', { count: delivered }),
  ];
}

/** Returns why a model or scene that these running jobs use can't be deleted now; null if there are no such jobs. */
export function runningOf(names: readonly string[]): string | null {
  return names.length === 0
    ? null
    : t('models.delete.running', { count: names.length, names: listed(names) });
}

function listed(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMES).map((name) => `“${name}”`);
  return [...told, ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ');
}
