import type { HotFolderCard } from '#shared/views/folders.ts';
import { pathEnd } from '../../parts/paths.ts';

/**
 * Returns the names of hot folders by id: the name of the recipe and, where several hot folders run recipes of that
 * name, as many names from the end of the path as are needed to tell them apart.
 */
export function folderNames(
  cards: readonly Pick<HotFolderCard, 'id' | 'path' | 'recipe'>[],
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let same = cards;
  for (let depth = 0; same.length > 0; depth += 1) {
    const isLast = same.every(({ path }) => !pathEnd(path, depth).isCut);
    const byName = Map.groupBy(same, (card) => nameAt(card, depth));
    for (const [name, found] of byName) {
      if (found.length === 1 || isLast) for (const { id } of found) names.set(id, name);
    }
    same = same.filter(({ id }) => !names.has(id));
  }
  return names;
}

/** Returns the name of a hot folder with this many names from the end of its path. */
function nameAt({ path, recipe }: Pick<HotFolderCard, 'path' | 'recipe'>, depth: number): string {
  if (depth === 0) return recipe.name;
  const end = pathEnd(path, depth).names.join(' / ');
  return `${recipe.name} · ${end === '' ? path : end}`;
}
