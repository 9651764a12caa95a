/** A photo that Darkslide knows: a photo on the filmstrip, or a result in the library. */
export interface KnownPhoto {
  readonly kind: 'strip' | 'result';
  readonly id: number;
  readonly name: string;
}

type Key = Pick<KnownPhoto, 'kind' | 'id'>;

/** Returns the number of a photo in the order of selection, from 1; 0 if it is not selected. */
export function numberOf(picks: readonly Key[], { kind, id }: Key): number {
  return picks.findIndex((one) => one.kind === kind && one.id === id) + 1;
}

/**
 * Returns the selection after the user has clicked a photo to add it or to remove it; null if the selection is full.
 * With a maximum of one, the new photo replaces the old one.
 */
export function toggled<P extends Key>(
  picks: readonly P[],
  photo: P,
  most: number,
): readonly P[] | null {
  const number = numberOf(picks, photo);
  if (number > 0) return picks.toSpliced(number - 1, 1);
  if (most === 1) return [photo];
  return picks.length < most ? [...picks, photo] : null;
}
