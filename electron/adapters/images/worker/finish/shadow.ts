import type { Levels } from './levels.ts';
import type { Outline } from './outline.ts';
import { runsOf } from './parts.ts';
import type { Backdrop } from './subject.ts';

/**
 * The shadow is left out where a channel of the background is darker than this, because it would only consist
 * of noise.
 */
const darkestBackground = 128;
/** Number of pixels by which the shadow continues below the subject, whose outline is soft. */
const reach = 3;

/**
 * Returns how much light the shadow takes from each pixel around the subject, from 0 for none to 255 for all.
 * Pixels that are darker than the background only by its noise have no shadow.
 */
export function shadowOf(
  { picture, background, noise }: Backdrop,
  { inside, width, height }: Outline,
): Uint8Array {
  const shadow = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    writeRow(shadow, picture, y, inside, background.colours, noise);
  }
  continueInside(shadow, inside, width);
  return shadow;
}

function writeRow(
  shadow: Uint8Array,
  { data, channels, width }: Levels,
  y: number,
  inside: Uint8Array,
  colours: Int16Array,
  noise: number,
): void {
  for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
    if (inside[at] === 1) continue;
    const own = at * 3;
    const from = at * channels;
    const red = data[from]!;
    const green = data[from + 1]!;
    const blue = data[from + 2]!;
    const ownRed = colours[own]!;
    const ownGreen = colours[own + 1]!;
    const ownBlue = colours[own + 2]!;
    // most pixels have no shadow, which is clear without a division
    if (Math.max(ownRed - red, ownGreen - green, ownBlue - blue) * 2 <= noise) continue;
    if (Math.min(ownRed, ownGreen, ownBlue) < darkestBackground) continue;
    const taken = 255 * (1 - Math.min(red / ownRed, green / ownGreen, blue / ownBlue));
    if (taken > noise) shadow[at] = taken * Math.min(1, taken / noise - 1) + 0.5;
  }
}

/** Continues the shadow below the edge of the subject with the levels beside it. */
function continueInside(shadow: Uint8Array, inside: Uint8Array, width: number): void {
  const isCovered = inside.slice();
  const steps = [-1, 1, -width, width];
  let edge = edgeOf(inside, width);
  for (let round = 0; round < reach; round += 1) {
    for (const at of edge) {
      for (const step of steps) {
        if (isCovered[at + step] === 0) shadow[at] = Math.max(shadow[at]!, shadow[at + step]!);
      }
    }
    for (const at of edge) isCovered[at] = 0;
    const next: number[] = [];
    for (const at of edge) {
      for (const step of steps) {
        if (isCovered[at + step] !== 1) continue;
        isCovered[at + step] = 2;
        next.push(at + step);
      }
    }
    edge = next;
  }
}

/** Returns the pixels of the subject with a pixel beside them that does not belong to it. */
function edgeOf(inside: Uint8Array, width: number): number[] {
  const edge: number[] = [];
  for (const { start, end } of runsOf(inside, width)) {
    for (let at = start; at < end; at += 1) {
      const isAtEnd = at === start || at === end - 1;
      if (isAtEnd || inside[at - width] !== 1 || inside[at + width] !== 1) edge.push(at);
    }
  }
  return edge;
}
