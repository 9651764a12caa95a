import type { HotFolderCard } from '#shared/views/folders.ts';

/** Photos of a hot folder that were finished together. */
interface EndedFolder {
  readonly id: number;
  /** Name of the recipe. */
  readonly name: string;
  /** Number of photos that are done. */
  readonly done: number;
}

/** Returns a function that is given each list of cards, and returns the hot folders whose work has ended since. */
export function watchEnds(): (cards: readonly HotFolderCard[]) => readonly EndedFolder[] {
  /** Numbers of done photos when each folder began to work, by its id. */
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
