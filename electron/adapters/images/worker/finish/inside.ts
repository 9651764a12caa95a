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
  readonly isBackground: Uint8Array;
  readonly isShadow: Uint8Array;
  /** 1 for a pixel that is much darker than the background. */
  readonly isDeep: Uint8Array;
}

/**
 * Returns which pixels belong to the subject. All others are background or shadows on it: connected to
 * the border, or seen through an opening in the subject, such as the handle of a bag.
 */
export function insideOf(picture: Levels, { colours }: Background, noise: number): Uint8Array {
  const kinds = kindsOf(picture, colours, Math.floor(noise));
  const { width, height } = picture;
  const inside = new Uint8Array(width * height).fill(1);
  for (const part of partsOf(kinds.isBackground, width)) {
    if (!touchesBorder(part, width, height) && !isHole(picture, colours, part, noise)) continue;
    for (const { start, end } of part.runs) inside.fill(0, start, end);
  }
  clearShadows(picture, kinds, inside);
  return inside;
}

function kindsOf(picture: Levels, colours: Int16Array, noise: number): Kinds {
  const { width, height } = picture;
  const empty = () => new Uint8Array(width * height);
  const kinds = { isBackground: empty(), isShadow: empty(), isDeep: empty() };
  for (let y = 0; y < height; y += 1) markRow(kinds, picture, y, colours, noise);
  return kinds;
}

function markRow(
  { isBackground, isShadow, isDeep }: Kinds,
  picture: Levels,
  y: number,
  colours: Int16Array,
  noise: number,
): void {
  const { data, channels, width } = picture;
  for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
    const differs = differenceAt(picture, colours, at);
    if (differs <= noise || (differs <= unevenWithin && isSoft(picture, at, x, unevenEdge))) {
      isBackground[at] = 1;
      continue;
    }
    const from = at * channels;
    const first = (data[from]! + 1) / (colours[at * 3]! + 1);
    const second = (data[from + 1]! + 1) / (colours[at * 3 + 1]! + 1);
    const third = (data[from + 2]! + 1) / (colours[at * 3 + 2]! + 1);
    const darkest = Math.min(first, second, third);
    const lightest = Math.max(first, second, third);
    if (darkest < darkestShadow || lightest > lightestShadow || lightest - darkest > sameFactor)
      continue;
    if (!isSoft(picture, at, x, darkest < dark ? softEdgeOfDark : softEdge)) continue;
    isShadow[at] = 1;
    if (darkest < deep) isDeep[at] = 1;
  }
}

/** Returns by how many levels a pixel differs from the background, in the channel in which it differs most. */
function differenceAt({ data, channels }: Levels, colours: Int16Array, at: number): number {
  const from = at * channels;
  return Math.max(
    Math.abs(data[from]! - colours[at * 3]!),
    Math.abs(data[from + 1]! - colours[at * 3 + 1]!),
    Math.abs(data[from + 2]! - colours[at * 3 + 2]!),
  );
}

/** Returns the level of a pixel's lightest channel. */
function lightAt({ data, channels }: Levels, at: number): number {
  const from = at * channels;
  return Math.max(data[from]!, data[from + 1]!, data[from + 2]!);
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
function clearShadows(picture: Levels, { isShadow, isDeep }: Kinds, inside: Uint8Array): void {
  const { width } = picture;
  const reached: number[] = [];
  const beside = new Int32Array(4);
  const step = (from: number, to: number): void => {
    if (isShadow[to] !== 1 || inside[to] === 0) return;
    if (lightAt(picture, to) - lightAt(picture, from) > (isDeep[to] === 1 ? 0 : 1)) return;
    inside[to] = 0;
    reached.push(to);
  };
  for (let at = isShadow.indexOf(1); at !== -1; at = isShadow.indexOf(1, at + 1)) {
    findBeside(beside, at, width);
    for (const from of beside) if (inside[from] === 0) step(from, at);
  }
  for (let from = reached.pop(); from !== undefined; from = reached.pop()) {
    findBeside(beside, from, width);
    for (const to of beside) step(from, to);
  }
}

/** Writes the positions above, below and beside a pixel, some of which may be outside the picture. */
function findBeside(beside: Int32Array, at: number, width: number): void {
  const x = at % width;
  beside[0] = at - width;
  beside[1] = at + width;
  beside[2] = x > 0 ? at - 1 : -1;
  beside[3] = x < width - 1 ? at + 1 : -1;
}

/**
 * Checks whether an enclosed area is background: it must be large, and closer to the background in colour
 * than a part of the subject would be by chance.
 */
function isHole(
  picture: Levels,
  colours: Int16Array,
  { runs, pixels }: Part,
  noise: number,
): boolean {
  if (pixels < picture.width * picture.height * leastHole) return false;
  let sum = 0;
  for (const { start, end } of runs) {
    for (let at = start; at < end; at += 1) sum += differenceAt(picture, colours, at) ** 2;
  }
  return Math.sqrt(sum / pixels) <= Math.min(holeWithin, noise * holeNoise);
}
