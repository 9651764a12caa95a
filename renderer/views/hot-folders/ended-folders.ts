import type { HotFolderCard } from '#shared/views/folders.ts';

/** A hot folder whose waiting and running photos have all finished. */
interface EndedFolder {
  readonly card: HotFolderCard;
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
    return cards.flatMap((card) => {
      const done = card.counts.done - (before.get(card.id) ?? card.counts.done);
      return began.has(card.id) || done <= 0 ? [] : [{ card, done }];
    });
  };
}
