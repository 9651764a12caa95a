import type { HotFolderCard } from '#shared/views/folders.ts';

/** A hot folder whose waiting and running photos have all finished. */
interface EndedFolder {
  readonly id: number;
  /** Name of the recipe. */
  readonly name: string;
  /** Number of photos that were done since the folder began to work. */
  readonly done: number;
}

/**
 * Returns a function to call with each new list of cards. The function returns the hot folders that have just finished.
 */
export function watchEnds(): (cards: readonly HotFolderCard[]) => readonly EndedFolder[] {
  /** For each working folder, by id, the number of photos that were already done when the folder began to work. */
  let began = new Map<number, number>();
  return (cards) => {
    const before = began;
    const busy = cards.filter(({ counts }) => counts.waiting + counts.running > 0);
    began = new Map(busy.map(({ id, counts }) => [id, before.get(id) ?? counts.done]));
    return cards.flatMap(({ id, recipe, counts }) => {
      const done = counts.done - (before.get(id) ?? counts.done);
      return began.has(id) || done <= 0 ? [] : [{ id, name: recipe.name, done }];
    });
  };
}
