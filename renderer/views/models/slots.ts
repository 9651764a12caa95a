/** Says which of the new photos are used, and at which place the first of these is inserted. */
export interface SlotAssignment<G> {
  readonly taken: readonly G[];
  /** Photos that did not fit. */
  readonly left: readonly G[];
  readonly at: number;
}

/**
 * Assigns new photos to places, with at most `most` photos in total. The new photos are inserted after the existing
 * photos or, if they replace the photo with the key `instead`, at the place of this photo.
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
