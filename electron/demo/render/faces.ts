/**
 * Whether a picture shows a face that looks at the camera: windows of every size are put over it, and
 * each is asked how the light of its parts compares with that of their neighbours (local binary
 * patterns), in stages, so that almost all are done with after the first.
 */
import sharp from 'sharp';
import { stages, windowSide } from './frontal-face.ts';
import type { Size } from './sign.ts';

/** One look at a window: the first of nine fields, and what their pattern counts. */
interface Look {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 256 bits: whether a pattern speaks for a face. */
  readonly patterns: Int32Array;
  readonly counts: number;
  readonly otherwise: number;
}

interface Stage {
  readonly threshold: number;
  readonly looks: readonly Look[];
}

/** Light, 0 to 255, a byte a pixel. */
interface Light extends Size {
  readonly data: Uint8Array;
}

/** A window that passed every stage, in px of the picture that was looked through. */
interface Face {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Sums of floats differ in their last digits with the order they are taken in. */
const rounding = 1e-5;
/** How much larger the next window is. */
const growth = 1.15;
/** Windows that must agree on a face: a single one is often wrong, several in one place hardly ever. */
const agreeing = 3;

function readLook(hex: string): Look {
  const bytes = Buffer.from(hex, 'hex');
  const [x = 0, y = 0, width = 0, height = 0] = bytes;
  return {
    x,
    y,
    width,
    height,
    patterns: Int32Array.from({ length: 8 }, (_, at) => bytes.readInt32BE(4 + 4 * at)),
    counts: bytes.readFloatBE(36),
    otherwise: bytes.readFloatBE(40),
  };
}

const cascade: readonly Stage[] = stages.map(({ threshold, looks }) => ({
  threshold: threshold - rounding,
  looks: looks.map(readLook),
}));

/** The sum of all light left of and above each pixel, with a line and a column of zeros before. */
function sumsOf({ data, width, height }: Light): Int32Array {
  const line = width + 1;
  const sums = new Int32Array(line * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x]!;
      sums[(y + 1) * line + x + 1] = sums[y * line + x + 1]! + row;
    }
  }
  return sums;
}

/**
 * The pattern of nine fields of `across` by `down` (in places of `s`) from `a` on: a bit for each of
 * the eight outer ones, clockwise from the top left, that is no darker than the middle one.
 */
function patternAt(s: Int32Array, a: number, across: number, down: number): number {
  // one name each: arrays to take apart would be made for millions of windows
  const b = a + down;
  const c = b + down;
  const d = c + down;
  const x2 = across + across;
  const x3 = x2 + across;
  const a0 = s[a]!;
  const a1 = s[a + across]!;
  const a2 = s[a + x2]!;
  const a3 = s[a + x3]!;
  const b0 = s[b]!;
  const b1 = s[b + across]!;
  const b2 = s[b + x2]!;
  const b3 = s[b + x3]!;
  const c0 = s[c]!;
  const c1 = s[c + across]!;
  const c2 = s[c + x2]!;
  const c3 = s[c + x3]!;
  const d0 = s[d]!;
  const d1 = s[d + across]!;
  const d2 = s[d + x2]!;
  const d3 = s[d + x3]!;
  const middle = c2 - c1 - b2 + b1;
  return (
    (b1 - b0 - a1 + a0 >= middle ? 128 : 0) |
    (b2 - b1 - a2 + a1 >= middle ? 64 : 0) |
    (b3 - b2 - a3 + a2 >= middle ? 32 : 0) |
    (c3 - c2 - b3 + b2 >= middle ? 16 : 0) |
    (d3 - d2 - c3 + c2 >= middle ? 8 : 0) |
    (d2 - d1 - c2 + c1 >= middle ? 4 : 0) |
    (d1 - d0 - c1 + c0 >= middle ? 2 : 0) |
    (c1 - c0 - b1 + b0 >= middle ? 1 : 0)
  );
}

function passes(sums: Int32Array, line: number, corner: number): boolean {
  return cascade.every(({ threshold, looks }) => {
    let sum = 0;
    for (const { x, y, width, height, patterns, counts, otherwise } of looks) {
      const pattern = patternAt(sums, corner + y * line + x, width, height * line);
      sum += (patterns[pattern >> 5]! & (1 << (pattern & 31))) === 0 ? otherwise : counts;
    }
    return sum >= threshold;
  });
}

/** The windows of one size that hold a face, where the picture is `scale` of its size. */
function facesIn(light: Light, scale: number): Face[] {
  const sums = sumsOf(light);
  const line = light.width + 1;
  // Every second place will do where a window is not much larger than its own pixels.
  const step = scale > 0.5 ? 2 : 1;
  const found: Face[] = [];
  for (let y = 0; y + windowSide <= light.height; y += step) {
    for (let x = 0; x + windowSide <= light.width; x += step) {
      if (!passes(sums, line, y * line + x)) continue;
      found.push({ x: x / scale, y: y / scale, side: windowSide / scale });
    }
  }
  return found;
}

function agree(one: Face, other: Face): boolean {
  const [small, large] = [Math.min(one.side, other.side), Math.max(one.side, other.side)];
  const near = small * 0.3;
  return (
    large < small * 1.6 && Math.abs(one.x - other.x) < near && Math.abs(one.y - other.y) < near
  );
}

async function readLight(file: string, side: number): Promise<Light> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function shrunk({ data, width, height }: Light, scale: number): Promise<Light> {
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const smaller = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { ...size, data: smaller };
}

/**
 * Whether the picture in a file shows a face, when it is looked at with a long side of `side` px.
 * Faces from a width of `least` px there are found, in any skin and any light, in colour or grey; those
 * turned away are not. Rejects when the file is no picture.
 */
export async function showsFace(
  file: string,
  { side, least }: { readonly side: number; readonly least: number },
): Promise<boolean> {
  const light = await readLight(file, side);
  const found: Face[] = [];
  const largest = Math.min(light.width, light.height);
  for (let face = Math.max(windowSide, least); face <= largest; face *= growth) {
    const scale = windowSide / face;
    found.push(...facesIn(await shrunk(light, scale), scale));
    const sure = found.some((one) => found.filter((other) => agree(one, other)).length >= agreeing);
    if (sure) return true;
  }
  return false;
}
