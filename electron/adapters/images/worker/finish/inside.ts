import type { Background } from './background.ts';
import type { Levels } from './levels.ts';
import { partsOf, touchesBorder, type Part } from './parts.ts';

/**
 * An uneven background may differ from the estimate by up to `unevenWithin` levels where neighbouring pixels differ by
 * fewer than `unevenEdge` levels.
 */
const unevenWithin = 24;
const unevenEdge = 4;
/** A shadow darkens all channels by nearly the same factor, which is never lower than this. */
const darkestShadow = 0.15;
const sameFactor = 0.06;
/** A shadow may be lighter than the background by this factor, because of noise. */
const lightestShadow = 1.02;
/** A shadow has no edges: neighbouring pixels differ by fewer levels than this. */
const softEdge = 10;
/** Under a subject, a shadow becomes dark within a few pixels. */
const softEdgeOfDark = 24;
const dark = 0.85;
/**
 * Below this factor, a shadow is too dark to have noise that could make it lighter again towards the subject.
 */
const deep = 0.5;

/** Minimum size of an opening through which the background shows, as a fraction of the picture. */
const leastHole = 0.002;
/**
 * Maximum difference of an opening from the background, in levels and as a fraction of the noise; the smaller one
 * applies.
 */
const holeWithin = 4;
const holeNoise = 0.4;

/** What each pixel may be, judging by its colour. */
interface Kinds {
  readonly width: number;
  readonly height: number;
  readonly isBackground: Uint8Array;
  readonly isShadow: Uint8Array;
  /** 1 for a pixel that is much darker than the background. */
  readonly isDeep: Uint8Array;
  /** Lightest channel of each pixel. */
  readonly light: Uint8Array;
  /** Difference from the background in levels. */
  readonly off: Uint8Array;
}

/**
 * Returns which pixels belong to the subject. All others are background or shadows on it: connected to
 * the border, or seen through an opening in the subject, such as the handle of a bag.
 */
export function insideOf(picture: Levels, background: Background, noise: number): Uint8Array {
  const kinds = kindsOf(picture, background, noise);
  const { width, height } = kinds;
  const inside = new Uint8Array(width * height).fill(1);
  for (const part of partsOf(kinds.isBackground, width)) {
    if (!touchesBorder(part, width, height) && !isHole(kinds, part, noise)) continue;
    for (const { start, end } of part.runs) inside.fill(0, start, end);
  }
  clearShadows(kinds, inside);
  return inside;
}

function kindsOf(picture: Levels, background: Background, noise: number): Kinds {
  const { width, height } = picture;
  const empty = () => new Uint8Array(width * height);
  const kinds = {
    width,
    height,
    isBackground: empty(),
    isShadow: empty(),
    isDeep: empty(),
    light: empty(),
    off: empty(),
  };
  const colours = new Int16Array(width * 3);
  for (let y = 0; y < height; y += 1) {
    background.row(colours, y);
    markRow(kinds, picture, y, colours, Math.floor(noise));
  }
  return kinds;
}

function markRow(
  { isBackground, isShadow, isDeep, light, off }: Kinds,
  picture: Levels,
  y: number,
  colours: Int16Array,
  noise: number,
): void {
  const { data, channels, width } = picture;
  for (let x = 0, own = 0, at = y * width; x < width; x += 1, own += 3, at += 1) {
    const from = at * channels;
    const red = data[from]!;
    const green = data[from + 1]!;
    const blue = data[from + 2]!;
    const ownRed = colours[own]!;
    const ownGreen = colours[own + 1]!;
    const ownBlue = colours[own + 2]!;
    const differs = Math.max(
      Math.abs(red - ownRed),
      Math.abs(green - ownGreen),
      Math.abs(blue - ownBlue),
    );
    off[at] = differs;
    light[at] = Math.max(red, green, blue);
    if (differs <= noise || (differs <= unevenWithin && isSoft(picture, at, x, unevenEdge))) {
      isBackground[at] = 1;
      continue;
    }
    const first = (red + 1) / (ownRed + 1);
    const second = (green + 1) / (ownGreen + 1);
    const third = (blue + 1) / (ownBlue + 1);
    const darkest = Math.min(first, second, third);
    const lightest = Math.max(first, second, third);
    if (darkest < darkestShadow || lightest > lightestShadow || lightest - darkest > sameFactor)
      continue;
    if (!isSoft(picture, at, x, darkest < dark ? softEdgeOfDark : softEdge)) continue;
    isShadow[at] = 1;
    if (darkest < deep) isDeep[at] = 1;
  }
}

/** Checks that a pixel differs from all its neighbours by fewer levels than `edge`. */
function isSoft(picture: Levels, at: number, x: number, edge: number): boolean {
  const { width, height } = picture;
  return (
    (x === 0 || isNear(picture, at, at - 1, edge)) &&
    (x === width - 1 || isNear(picture, at, at + 1, edge)) &&
    (at < width || isNear(picture, at, at - width, edge)) &&
    (at >= width * (height - 1) || isNear(picture, at, at + width, edge))
  );
}

function isNear({ data, channels }: Levels, at: number, other: number, edge: number): boolean {
  const one = at * channels;
  const two = other * channels;
  return (
    Math.abs(data[one]! - data[two]!) < edge &&
    Math.abs(data[one + 1]! - data[two + 1]!) < edge &&
    Math.abs(data[one + 2]! - data[two + 2]!) < edge
  );
}

/**
 * Clears the shadows that can be reached from pixels outside the subject. A shadow only gets darker towards
 * the subject, so a step to a lighter pixel would lead into the subject.
 */
function clearShadows({ isShadow, isDeep, light, width }: Kinds, inside: Uint8Array): void {
  const reached: number[] = [];
  const step = (from: number, to: number): void => {
    if (isShadow[to] !== 1 || inside[to] === 0) return;
    if (light[to]! - light[from]! > (isDeep[to] === 1 ? 0 : 1)) return;
    inside[to] = 0;
    reached.push(to);
  };
  for (let at = isShadow.indexOf(1); at !== -1; at = isShadow.indexOf(1, at + 1)) {
    for (const from of besideOf(at, width)) if (inside[from] === 0) step(from, at);
  }
  for (let from = reached.pop(); from !== undefined; from = reached.pop()) {
    for (const to of besideOf(from, width)) step(from, to);
  }
}

/** Returns the positions above, below and beside a pixel, some of which may be outside the picture. */
function besideOf(at: number, width: number): number[] {
  const x = at % width;
  return [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1];
}

/**
 * Checks whether an enclosed area is background: it must be large, and closer to the background in colour
 * than a part of the subject would be by chance.
 */
function isHole({ width, height, off }: Kinds, { runs, pixels }: Part, noise: number): boolean {
  if (pixels < width * height * leastHole) return false;
  let sum = 0;
  for (const { start, end } of runs) {
    for (let at = start; at < end; at += 1) sum += off[at]! ** 2;
  }
  return Math.sqrt(sum / pixels) <= Math.min(holeWithin, noise * holeNoise);
}
