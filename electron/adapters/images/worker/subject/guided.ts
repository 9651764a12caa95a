import type { Size } from '#shared/pictures.ts';

/** Rows of 3 bytes per pixel, sRGB. */
export interface Rgb extends Size {
  readonly data: Uint8Array;
}

/** Numbers for each pixel of a picture, row by row. */
interface Plane extends Size {
  readonly data: Float32Array;
}

/** Radius in px within which mask and colour are compared. */
const RADIUS = 3;
/** Variance of colours (0 to 1) below which their differences count as noise. */
const NOISE = 1e-4;
/**
 * If the mean of the mask around a pixel is nearer to 0 or 1 than this, there is no edge nearby.
 */
const EDGE_MARGIN = 0.01;

/**
 * Moves the edges of a coarse mask onto the edges of the photo, with the guided filter of He, Sun and Tang:
 * around each pixel, the mask is a linear function of the colour.
 *
 * @param small the photo at the size of `coarse`; the smaller it is, the further edges can move
 * @param coarse 0 to 1
 * @returns 0 to 255, of the size of `photo`
 */
export function alignToEdges(
  photo: Rgb,
  small: Rgb,
  coarse: Float32Array,
): Uint8Array<ArrayBuffer> {
  const functions = linearFunctions(small, coarse);
  const { width, height } = photo;
  const across = placesOf(width, small.width);
  const down = placesOf(height, small.height);
  const lines = functions.map(() => new Float32Array(small.width)) as Functions;
  const aligned = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (const [n, values] of functions.entries()) {
      mixLines(values, lines[n]!, down.lows[y]!, down.highs[y]!, down.parts[y]!);
    }
    const [red, green, blue, constant] = lines;
    for (let x = 0; x < width; x += 1) {
      const [low, high, part] = [across.lows[x]!, across.highs[x]!, across.parts[x]!];
      const at = (y * width + x) * 3;
      const level =
        (red[low]! + (red[high]! - red[low]!) * part) * photo.data[at]! +
        (green[low]! + (green[high]! - green[low]!) * part) * photo.data[at + 1]! +
        (blue[low]! + (blue[high]! - blue[low]!) * part) * photo.data[at + 2]! +
        (constant[low]! + (constant[high]! - constant[low]!) * part) * 255;
      aligned[y * width + x] = Math.min(255, Math.max(0, Math.round(level)));
    }
  }
  return aligned;
}

/** Writes a linear mix of two lines of a plane. */
function mixLines(from: Float32Array, into: Float32Array, low: number, high: number, part: number) {
  const width = into.length;
  for (let x = 0; x < width; x += 1) {
    const upper = from[low * width + x]!;
    into[x] = upper + (from[high * width + x]! - upper) * part;
  }
}

/**
 * For each pixel, a linear function from colour to mask: the factors of red, green and blue, and
 * the constant.
 */
type Functions = [Float32Array, Float32Array, Float32Array, Float32Array];

/** Returns the linear function from colour to mask for each pixel. */
function linearFunctions({ data, ...size }: Rgb, coarse: Float32Array): Functions {
  const count = coarse.length;
  const mean = (values: Float32Array) => boxMean({ data: values, ...size });
  const [red, green, blue] = [0, 1, 2].map((n) => channelOf(data, n)) as Three<Float32Array>;
  const product = (one: Float32Array, other: Float32Array) => mean(multiplied(one, other));
  const [r, g, b, level] = [mean(red), mean(green), mean(blue), mean(coarse)];
  const [rr, rg, rb] = [product(red, red), product(red, green), product(red, blue)];
  const [gg, gb, bb] = [product(green, green), product(green, blue), product(blue, blue)];
  const [rc, gc, bc] = [product(red, coarse), product(green, coarse), product(blue, coarse)];
  const found = [0, 1, 2, 3].map(() => new Float32Array(count)) as Functions;
  for (let at = 0; at < count; at += 1) {
    const [x, y, z, mask] = [r[at]!, g[at]!, b[at]!, level[at]!];
    found[3][at] = mask;
    // far from an edge of the mask there is nothing to align
    if (mask < EDGE_MARGIN || mask > 1 - EDGE_MARGIN) continue;
    const xx = rr[at]! - x * x + NOISE;
    const xy = rg[at]! - x * y;
    const xz = rb[at]! - x * z;
    const yy = gg[at]! - y * y + NOISE;
    const yz = gb[at]! - y * z;
    const zz = bb[at]! - z * z + NOISE;
    const [withX, withY, withZ] = [rc[at]! - x * mask, gc[at]! - y * mask, bc[at]! - z * mask];
    // the inverse of a symmetric matrix, by its cofactors
    const [a, d, e] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
    const [f, h, i] = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy];
    const determinant = xx * a + xy * d + xz * e;
    const forRed = (a * withX + d * withY + e * withZ) / determinant;
    const forGreen = (d * withX + f * withY + h * withZ) / determinant;
    const forBlue = (e * withX + h * withY + i * withZ) / determinant;
    found[0][at] = forRed;
    found[1][at] = forGreen;
    found[2][at] = forBlue;
    found[3][at] = mask - forRed * x - forGreen * y - forBlue * z;
  }
  return found.map(mean) as Functions;
}

type Three<T> = [T, T, T];

function channelOf(data: Uint8Array, channel: number): Float32Array {
  const values = new Float32Array(data.length / 3);
  for (let at = 0; at < values.length; at += 1) values[at] = data[at * 3 + channel]! / 255;
  return values;
}

function multiplied(one: Float32Array, other: Float32Array): Float32Array {
  const values = new Float32Array(one.length);
  for (let at = 0; at < values.length; at += 1) values[at] = one[at]! * other[at]!;
  return values;
}

/**
 * Returns the mean of the square around each pixel; at the border, only of the pixels inside the
 * picture.
 */
function boxMean({ data, width, height }: Plane): Float32Array {
  const rows = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1) slide(data, rows, y * width, 1, width);
  const means = new Float32Array(data.length);
  for (let x = 0; x < width; x += 1) slide(rows, means, x, width, height);
  return means;
}

/** Writes the means of a sliding window over `count` values that are `step` apart. */
function slide(from: Float32Array, into: Float32Array, start: number, step: number, count: number) {
  let [sum, within] = [0, 0];
  for (let at = 0; at < count + RADIUS; at += 1) {
    if (at < count) {
      sum += from[start + at * step]!;
      within += 1;
    }
    const gone = at - 2 * RADIUS - 1;
    if (gone >= 0) {
      sum -= from[start + gone * step]!;
      within -= 1;
    }
    if (at >= RADIUS) into[start + (at - RADIUS) * step] = sum / within;
  }
}

/**
 * Returns for each of `length` pixels the two nearest of `count` cells, and the pixel's position
 * between them as a fraction.
 */
function placesOf(length: number, count: number) {
  const lows = new Int32Array(length);
  const highs = new Int32Array(length);
  const parts = new Float32Array(length);
  for (let at = 0; at < length; at += 1) {
    const place = Math.min(Math.max(((at + 0.5) * count) / length - 0.5, 0), count - 1);
    lows[at] = Math.floor(place);
    highs[at] = Math.min(lows[at]! + 1, count - 1);
    parts[at] = place - lows[at]!;
  }
  return { lows, highs, parts };
}
