/** Which of the given photos are used, and the place of the first one. */
export interface SlotAssignment<G> {
  readonly taken: readonly G[];
  /** Photos that did not fit. */
  readonly left: readonly G[];
  readonly at: number;
}

/**
 * Assigns photos to places, at most `most` in total: after the existing photos, or from the place of the
 * replaced photo, which is removed.
 */
export function assignSlots<G>(
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
