/** What is taken of photos that are given, and at which place. */
export interface SlotAssignment<G> {
  readonly taken: readonly G[];
  /** What there was no room for. */
  readonly left: readonly G[];
  readonly at: number;
}

/**
 * Finds room among at most `most` photos: at the end, or from the place of the one that is replaced on,
 * which leaves.
 */
export function room<G>(
  photos: readonly { readonly key: number }[],
  given: readonly G[],
  most: number,
  instead?: number,
): SlotAssignment<G> {
  const place = photos.findIndex(({ key }) => key === instead);
  const isReplaced = place !== -1 && given.length > 0;
  const free = Math.max(0, most - photos.length + (isReplaced ? 1 : 0));
  return {
    taken: given.slice(0, free),
    left: given.slice(free),
    at: isReplaced ? place : photos.length,
  };
}
