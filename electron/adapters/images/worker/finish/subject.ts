import type { Size } from '#shared/pictures.ts';
import { outlineOf, type Outline } from './outline.ts';

/** A small copy of a picture: upright sRGB, 8 bits. */
export interface Proxy extends Size {
  readonly data: Buffer;
  readonly channels: number;
}

type Colour = readonly [red: number, green: number, blue: number];

/** The subject of a picture, and the background that it was told from. */
export interface Subject {
  readonly outline: Outline;
  /** The background's colour in sRGB; null for a picture with alpha. */
  readonly background: Colour | null;
  /** Distance in levels up to which a pixel counts as the background's noise. */
  readonly noise: number;
}

/** Alpha from which a pixel is visible, and from which it is not a shadow. */
const visible = 16;
const opaque = 200;
/** Highest level of a half-transparent pixel that counts as a shadow. */
const darkLevel = 80;
const black: Colour = [0, 0, 0];
/** Part of the border that must have the background's colour; a subject may touch the rest. */
const uniformPart = 0.7;
/** Levels that a pixel of the border may differ from the background. */
const uniformWithin = 24;
/** Least distance in levels between subject and background. */
const leastDistance = 10;
/** A shadow darkens all channels by the same factor, at least this one, ... */
const darkestShadow = 0.4;
const sameFactor = 0.06;
/** ... and has no edges: neighbouring pixels differ by fewer levels. */
const softEdge = 7;

/** Returns the subject of a picture, told from alpha or from a uniform background; null if there is none. */
export function findSubject(proxy: Proxy): Subject | null {
  return proxy.channels === 4 && isCutOut(proxy.data) ? byAlpha(proxy) : byBackground(proxy);
}

function isCutOut(rgba: Buffer): boolean {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < visible) return true;
  return false;
}

function byAlpha(proxy: Proxy): Subject | null {
  const { data, width, height } = proxy;
  const solid = new Uint8Array(width * height);
  for (let at = 0; at < solid.length; at += 1) {
    const alpha = data[at * 4 + 3] ?? 0;
    const isDark = distance(pixelAt(proxy, at), black) < darkLevel;
    solid[at] = alpha >= visible && (alpha >= opaque || !isDark) ? 1 : 0;
  }
  const outline = outlineOf(solid, width, height);
  return outline === null ? null : { outline, background: null, noise: 0 };
}

function byBackground(proxy: Proxy): Subject | null {
  const { width, height } = proxy;
  const border = borderOf(proxy);
  const background = [0, 1, 2].map((channel) => median(border.map((one) => one[channel] ?? 0)));
  const [red = 0, green = 0, blue = 0] = background;
  const colour: Colour = [red, green, blue];
  const differences = border.map((one) => distance(one, colour)).sort((a, b) => a - b);
  const uniform = differences.filter((one) => one <= uniformWithin);
  if (uniform.length < border.length * uniformPart) return null;
  const noise = Math.max(leastDistance, (uniform[Math.floor(uniform.length * 0.98)] ?? 0) * 1.5);
  const solid = new Uint8Array(width * height);
  for (let at = 0; at < solid.length; at += 1) {
    const pixel = pixelAt(proxy, at);
    if (distance(pixel, colour) <= noise) continue;
    solid[at] = isShadow(proxy, at, pixel, colour) ? 0 : 1;
  }
  const outline = outlineOf(solid, width, height);
  const isWhole = outline?.box.width === width && outline.box.height === height;
  return outline === null || isWhole ? null : { outline, background: colour, noise };
}

/** Returns whether a pixel is the darkened background without an edge beside it. */
function isShadow(proxy: Proxy, at: number, pixel: Colour, background: Colour): boolean {
  const factors = pixel.map((level, n) => (level + 1) / ((background[n] ?? 0) + 1));
  const darkest = Math.min(...factors);
  const lightest = Math.max(...factors);
  if (darkest < darkestShadow || lightest > 1 || lightest - darkest > sameFactor) return false;
  const { width, height } = proxy;
  const x = at % width;
  const near = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width];
  return near.every(
    (other) =>
      other < 0 || other >= width * height || distance(pixelAt(proxy, other), pixel) < softEdge,
  );
}

function borderOf(proxy: Proxy): Colour[] {
  const { width, height } = proxy;
  const border: Colour[] = [];
  for (let x = 0; x < width; x += 1) {
    border.push(pixelAt(proxy, x), pixelAt(proxy, (height - 1) * width + x));
  }
  for (let y = 0; y < height; y += 1) {
    border.push(pixelAt(proxy, y * width), pixelAt(proxy, y * width + width - 1));
  }
  return border;
}

function pixelAt({ data, channels }: Proxy, at: number): Colour {
  const first = at * channels;
  return [data[first] ?? 0, data[first + 1] ?? 0, data[first + 2] ?? 0];
}

/** Returns the largest difference of two colours in one channel. */
function distance(one: Colour, other: Colour): number {
  return Math.max(
    Math.abs(one[0] - other[0]),
    Math.abs(one[1] - other[1]),
    Math.abs(one[2] - other[2]),
  );
}

function median(levels: number[]): number {
  levels.sort((a, b) => a - b);
  return levels[Math.floor(levels.length / 2)] ?? 0;
}
