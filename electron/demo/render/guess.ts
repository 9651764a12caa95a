/**
 * A subject for photos without a plain backdrop: what differs most from the colours along the border
 * and lies near the middle. A guess with a soft edge, and no more.
 */
import sharp from 'sharp';
import type { Mask, Rgb } from './raster.ts';
import { readRgb } from './raster.ts';
import type { Size } from './sign.ts';

/** px */
const side = 192;
const groups = 6;

/** Groups of similar colours along the border, by k-means from evenly spaced beginnings. */
function borderColours({ data, width, height }: Rgb): number[][] {
  const pixels: number[][] = [];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      if (y > 6 && x > 6 && x < width - 6) continue;
      const at = (y * width + x) * 3;
      pixels.push([data[at]!, data[at + 1]!, data[at + 2]!]);
    }
  }
  let centres = Array.from(
    { length: groups },
    (_, group) => pixels[Math.floor(((group + 0.5) * pixels.length) / groups)]!,
  );
  for (let round = 0; round < 8; round += 1) {
    const sums = centres.map(() => [0, 0, 0, 0]);
    for (const pixel of pixels) {
      const sum = sums[nearest(pixel, centres).index]!;
      for (let k = 0; k < 3; k += 1) sum[k]! += pixel[k]!;
      sum[3]! += 1;
    }
    centres = sums.map((sum, group) =>
      sum[3] === 0 ? centres[group]! : [0, 1, 2].map((k) => sum[k]! / sum[3]!),
    );
  }
  return centres;
}

function nearest(pixel: readonly number[], centres: readonly number[][]) {
  let [index, distance] = [0, Infinity];
  for (const [group, centre] of centres.entries()) {
    const to = Math.hypot(pixel[0]! - centre[0]!, pixel[1]! - centre[1]!, pixel[2]! - centre[2]!);
    if (to < distance) [index, distance] = [group, to];
  }
  return { index, distance };
}

/** The value that splits a histogram into the two most distinct halves (Otsu). */
function splitAt(values: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const value of values) counts[value]! += 1;
  const whole = counts.reduce((sum, count, value) => sum + count * value, 0);
  let [best, split, below, belowSum] = [0, 128, 0, 0];
  for (let value = 0; value < 256; value += 1) {
    below += counts[value]!;
    belowSum += counts[value]! * value;
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (belowSum / below - (whole - belowSum) / above) ** 2;
    if (between > best) [best, split] = [between, value];
  }
  return split;
}

/** The guessed subject of a photo at `size`. */
export async function guessSubject(file: string, size: Size): Promise<Mask> {
  const scale = side / Math.max(size.width, size.height);
  const width = Math.max(16, Math.round(size.width * scale));
  const height = Math.max(16, Math.round(size.height * scale));
  const small = await readRgb(file, { width, height });
  const centres = borderColours(small);
  const standing = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const pixel = [...small.data.subarray(at * 3, at * 3 + 3)];
      const off = Math.hypot((x / width - 0.5) / 0.42, (y / height - 0.54) / 0.5);
      const middle = Math.max(0, 1.25 - off * off);
      standing[at] = Math.min(255, (nearest(pixel, centres).distance + 26) * 1.4 * middle);
    }
  }
  const split = splitAt(standing);
  const binary = Buffer.from(standing.map((value) => (value > split ? 255 : 0)));
  const raw = { width, height, channels: 1 } as const;
  // Two passes, because sharp scales before it blurs whatever the order of the calls.
  const even = await sharp(binary, { raw }).median(9).blur(3).toColourspace('b-w').raw().toBuffer();
  const data = await sharp(even, { raw })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .linear(3, -256)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { ...size, data };
}
