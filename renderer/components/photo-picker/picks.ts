/** A photo that is known here: one of the filmstrip, or a result of the library. */
export interface KnownPhoto {
  readonly kind: 'strip' | 'result';
  readonly id: number;
  readonly name: string;
}

type Key = Pick<KnownPhoto, 'kind' | 'id'>;

/** The number of a photo in the order of choosing, from 1; 0 for one that is not chosen. */
export function numberOf(picks: readonly Key[], { kind, id }: Key): number {
  return picks.findIndex((one) => one.kind === kind && one.id === id) + 1;
}

/**
 * The photos that are chosen after a photo was pointed at: it comes or goes. Of one alone, the next one takes
 * its place; null where it would be one too many.
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
