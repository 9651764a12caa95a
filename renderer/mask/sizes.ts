import { maskSettings } from '#shared/views/mask-tools.ts';

const [least, most] = maskSettings.size.range;
/** A brush grows by so much with a step, and by a px at least. */
const STEP = 1.12;
/** Places of the slider: a small brush is set as finely as a large one. */
export const PLACES = 1000;

/** px of the next larger (1) or smaller (-1) brush. */
export function steppedSize(size: number, way: 1 | -1): number {
  const next = way === 1 ? Math.max(size + 1, size * STEP) : Math.min(size - 1, size / STEP);
  return within(next);
}

/** px of the brush at a place of the slider. */
export function sizeAt(place: number): number {
  return within(least * (most / least) ** (place / PLACES));
}

/** The place of the slider for a brush. */
export function placeOfSize(size: number): number {
  return Math.round((PLACES * Math.log(size / least)) / Math.log(most / least));
}

/** A brush that can be. */
function within(size: number): number {
  return Math.round(Math.min(most, Math.max(least, size)));
}
