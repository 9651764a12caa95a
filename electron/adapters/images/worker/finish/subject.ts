import type { Size } from '#shared/pictures.ts';
import { outlineOf, type Outline } from './outline.ts';

/** A small copy of a picture, with 8 bits. */
export interface Proxy extends Size {
  readonly data: Uint8Array | Uint16Array;
  readonly channels: number;
}

type Colour = readonly [red: number, green: number, blue: number];

/** The subject of a picture, and the background around it. */
export interface Subject {
  readonly outline: Outline;
  /** The background's colour in the proxy; null for a picture with alpha. */
  readonly background: Colour | null;
  /** Distance in levels up to which a pixel counts as the background's noise. */
  readonly noise: number;
}

/** Minimum alpha of a visible pixel, and of a pixel that is not a shadow. */
const visible = 16;
const opaque = 200;
/** Highest level of a half-transparent pixel that counts as a shadow. */
const darkLevel = 80;
const black: Colour = [0, 0, 0];
/** Fraction of the border that must have the background's colour; a subject may touch the rest. */
const uniformPart = 0.7;
/** Maximum difference in levels between a pixel of the border and the background. */
const uniformWithin = 24;
/** Minimum distance in levels between subject and background. */
const leastDistance = 10;
/** A shadow darkens all channels by the same factor, which is never lower than this. */
const darkestShadow = 0.4;
const sameFactor = 0.06;
/** A shadow has no edges: neighbouring pixels differ by fewer levels than this. */
const softEdge = 7;

/**
 * Returns the subject of a picture, found by its alpha or on a uniform background; null if there is
 * none.
 */
export function findSubject(proxy: Proxy): Subject | null {
  return proxy.channels === 4 && isCutOut(proxy.data) ? byAlpha(proxy) : byBackground(proxy);
}

function isCutOut(rgba: Proxy['data']): boolean {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? 255) < visible) return true;
  return false;
}

function byAlpha(proxy: Proxy): Subject | null {
  const { data, width, height } = proxy;
  const solid = new Uint8Array(width * height);
  for (let at = 0; at < solid.length; at += 1) {
    const alpha = data[at * 4 + 3] ?? 0;
    if (alpha < visible) continue;
    solid[at] = alpha >= opaque || distance(proxy, at, black) >= darkLevel ? 1 : 0;
  }
  const outline = outlineOf(solid, width, height);
  return outline === null ? null : { outline, background: null, noise: 0 };
}

function byBackground(proxy: Proxy): Subject | null {
  const { data, channels, width, height } = proxy;
  const border = borderOf(proxy);
  const level = (channel: number) => median(border.map((at) => data[at * channels + channel] ?? 0));
  const background: Colour = [level(0), level(1), level(2)];
  const differences = border.map((at) => distance(proxy, at, background)).sort((a, b) => a - b);
  const uniform = differences.filter((one) => one <= uniformWithin);
  if (uniform.length < border.length * uniformPart) return null;
  const noise = Math.max(leastDistance, (uniform[Math.floor(uniform.length * 0.98)] ?? 0) * 1.5);
  const solid = new Uint8Array(width * height);
  for (let at = 0; at < solid.length; at += 1) {
    if (distance(proxy, at, background) <= noise) continue;
    solid[at] = isShadow(proxy, at, background) ? 0 : 1;
  }
  const outline = outlineOf(solid, width, height);
  const isWhole = outline?.box.width === width && outline.box.height === height;
  return outline === null || isWhole ? null : { outline, background, noise };
}

/** Checks whether a pixel is a shadow: the darkened background, without an edge next to it. */
function isShadow(proxy: Proxy, at: number, [red, green, blue]: Colour): boolean {
  const { data, channels, width, height } = proxy;
  const first = at * channels;
  const factorRed = ((data[first] ?? 0) + 1) / (red + 1);
  const factorGreen = ((data[first + 1] ?? 0) + 1) / (green + 1);
  const factorBlue = ((data[first + 2] ?? 0) + 1) / (blue + 1);
  const darkest = Math.min(factorRed, factorGreen, factorBlue);
  const lightest = Math.max(factorRed, factorGreen, factorBlue);
  if (darkest < darkestShadow || lightest > 1 || lightest - darkest > sameFactor) return false;
  const x = at % width;
  const pixel: Colour = [data[first] ?? 0, data[first + 1] ?? 0, data[first + 2] ?? 0];
  const isSoft = (other: number) => distance(proxy, other, pixel) < softEdge;
  return (
    (x === 0 || isSoft(at - 1)) &&
    (x === width - 1 || isSoft(at + 1)) &&
    (at < width || isSoft(at - width)) &&
    (at >= width * (height - 1) || isSoft(at + width))
  );
}

/** Returns the pixels of the border. */
function borderOf({ width, height }: Size): number[] {
  const border: number[] = [];
  for (let x = 0; x < width; x += 1) border.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y += 1) border.push(y * width, y * width + width - 1);
  return border;
}

/** Returns the largest difference of a pixel and a colour in one channel. */
function distance({ data, channels }: Proxy, at: number, [red, green, blue]: Colour): number {
  const first = at * channels;
  return Math.max(
    Math.abs((data[first] ?? 0) - red),
    Math.abs((data[first + 1] ?? 0) - green),
    Math.abs((data[first + 2] ?? 0) - blue),
  );
}

function median(levels: number[]): number {
  levels.sort((a, b) => a - b);
  return levels[Math.floor(levels.length / 2)] ?? 0;
}
