import { maskSettings } from '#shared/views/mask-tools.ts';

const [least, most] = maskSettings.size.range;
/** Factor by which one step enlarges the brush. Every step changes the size by at least 1 px. */
const STEP = 1.12;
/**
 * Number of slider positions. The scale is logarithmic, so that small brushes can be set as precisely as
 * large ones.
 */
export const PLACES = 1000;

/** Returns the next larger (`way` 1) or smaller (-1) brush size in px. */
export function steppedSize(size: number, way: 1 | -1): number {
  const next = way === 1 ? Math.max(size + 1, size * STEP) : Math.min(size - 1, size / STEP);
  return within(next);
}

/** Returns the brush size at a slider position in px. */
export function sizeAt(place: number): number {
  return within(least * (most / least) ** (place / PLACES));
}

/** Returns the slider position of a brush size. */
export function placeOfSize(size: number): number {
  return Math.round((PLACES * Math.log(size / least)) / Math.log(most / least));
}

/** Limits a brush size to the allowed range. */
function within(size: number): number {
  return Math.round(Math.min(most, Math.max(least, size)));
}
