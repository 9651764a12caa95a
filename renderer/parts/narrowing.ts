import { t } from '../texts/texts.svelte.ts';
import type { Choice } from '../ui/field.ts';

/** The value of the option that filters nothing. */
export const ALL = '';

/** Adds the chosen name to the names if it is missing, because its recipe or agent no longer exists. */
export function withChosen(names: readonly string[], chosen: string | undefined): string[] {
  return [...new Set([...names, ...(chosen === undefined ? [] : [chosen])])];
}

/** Returns the options of a filter by recipe. */
export function recipeOptions(names: readonly string[], chosen: string | undefined): Choice[] {
  const all = { value: ALL, label: t('queue.filter.allRecipes') };
  return [all, ...withChosen(names, chosen).map((name) => ({ value: name, label: name }))];
}

interface NamedFolder {
  readonly id: number;
  readonly path: string;
  /** Name of the folder's recipe. */
  readonly recipe: string;
}

/** Returns the options of a filter by hot folder, with the id as the value. A removed folder stays while it is chosen. */
export function folderOptions(
  folders: readonly NamedFolder[],
  chosen: number | null | undefined,
): Choice[] {
  const isRemoved = typeof chosen === 'number' && !folders.some(({ id }) => id === chosen);
  return [
    ...folders.map(({ id, path, recipe }) => ({
      value: String(id),
      label: path.split(/[\\/]/).findLast((part) => part !== '') ?? path,
      note: recipe,
    })),
    ...(isRemoved ? [{ value: String(chosen), label: t('queue.filter.removedFolder') }] : []),
  ];
}
