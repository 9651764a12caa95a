/**
 * The studio backdrop behind a subject: a smooth surface fitted to the colours along the photo's
 * border, so that the gradient of a cyclorama and the fall-off of a lamp belong to it.
 */
import type { Rgb } from './raster.ts';
import type { Size } from './sign.ts';

/** A quadratic surface for each channel over x and y from -1 to 1. */
export interface Surface {
  readonly channels: readonly [Float64Array, Float64Array, Float64Array];
  /** Typical distance of a border pixel from the surface, in steps of 255. */
  readonly noise: number;
}

const terms = 6;
/** Rounds of filling in, each going beyond the mean of the neighbours by this factor: with it so few
 * are enough for a subject that fills most of a small picture. */
const fillRounds = 32;
const overRelaxed = 1.9;
/** Part of the width and height that counts as the border. */
const borderShare = 0.05;

/** The values of the terms at a point. */
function basis(x: number, y: number, into: Float64Array): void {
  into[0] = 1;
  into[1] = x;
  into[2] = y;
  into[3] = x * x;
  into[4] = x * y;
  into[5] = y * y;
}

/** Solves the symmetric system by elimination with pivots; `right` becomes the solutions. */
function solve(matrix: Float64Array[], right: Float64Array[]): void {
  for (let column = 0; column < terms; column += 1) {
    let best = column;
    for (let row = column + 1; row < terms; row += 1) {
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[best]![column]!)) best = row;
    }
    [matrix[column], matrix[best]] = [matrix[best]!, matrix[column]!];
    [right[column], right[best]] = [right[best]!, right[column]!];
    const pivot = matrix[column]!;
    for (let row = 0; row < terms; row += 1) {
      if (row === column) continue;
      const factor = matrix[row]![column]! / pivot[column]!;
      for (let k = column; k < terms; k += 1) matrix[row]![k]! -= factor * pivot[k]!;
      for (let k = 0; k < 3; k += 1) right[row]![k]! -= factor * right[column]![k]!;
    }
  }
  for (let row = 0; row < terms; row += 1) {
    for (let k = 0; k < 3; k += 1) right[row]![k]! /= matrix[row]![row]!;
  }
}

/** Fits the channels to some pixels, each with its weight. */
function fitWeighted(picture: Rgb, pixels: Int32Array, weights: Float64Array): Surface['channels'] {
  const matrix = Array.from({ length: terms }, () => new Float64Array(terms));
  const right = Array.from({ length: terms }, () => new Float64Array(3));
  const values = new Float64Array(terms);
  for (const [index, pixel] of pixels.entries()) {
    const weight = weights[index]!;
    termsAt(picture, pixel, values);
    for (let i = 0; i < terms; i += 1) {
      const scaled = weight * values[i]!;
      for (let j = 0; j < terms; j += 1) matrix[i]![j]! += scaled * values[j]!;
      for (let k = 0; k < 3; k += 1) right[i]![k]! += scaled * picture.data[pixel * 3 + k]!;
    }
  }
  // A little stiffness keeps the surface calm where the subject hides the backdrop.
  for (let i = 1; i < terms; i += 1) matrix[i]![i]! += 1e-3 * pixels.length;
  solve(matrix, right);
  const channel = (k: number) =>
    Float64Array.from({ length: terms }, (_, term) => right[term]?.[k] ?? 0);
  return [channel(0), channel(1), channel(2)];
}

function termsAt({ width, height }: Size, pixel: number, into: Float64Array): void {
  const x = pixel % width;
  const y = (pixel - x) / width;
  basis((2 * x) / (width - 1) - 1, (2 * y) / (height - 1) - 1, into);
}

function residuals(picture: Rgb, pixels: Int32Array, channels: Surface['channels']): Float64Array {
  const values = new Float64Array(terms);
  return Float64Array.from(pixels, (pixel) => {
    termsAt(picture, pixel, values);
    let sum = 0;
    for (let k = 0; k < 3; k += 1) {
      sum += (picture.data[pixel * 3 + k]! - evaluate(channels[k]!, values)) ** 2;
    }
    return Math.sqrt(sum / 3);
  });
}

function evaluate(channel: Float64Array, values: Float64Array): number {
  let sum = 0;
  for (let term = 0; term < terms; term += 1) sum += channel[term]! * values[term]!;
  return sum;
}

function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}

/** Fits again and again while what lies far off, a subject that reaches the border, counts less. */
function fitRobust(picture: Rgb, pixels: Int32Array): Surface {
  let weights = new Float64Array(pixels.length).fill(1);
  let channels = fitWeighted(picture, pixels, weights);
  let noise = 0;
  for (let round = 0; round < 8; round += 1) {
    const far = residuals(picture, pixels, channels);
    noise = Math.max(0.8, 1.48 * median(far));
    weights = far.map((residual) => 1 / (1 + (residual / (2 * noise)) ** 2) ** 2);
    channels = fitWeighted(picture, pixels, weights);
  }
  return { channels, noise };
}

/** The surface through the colours of the border. */
export function fitBorder(picture: Rgb): Surface {
  const { width, height } = picture;
  const [across, down] = [Math.ceil(width * borderShare), Math.ceil(height * borderShare)];
  const pixels: number[] = [];
  for (let y = 0; y < height; y += 1) {
    const inner = y >= down && y < height - down;
    for (let x = 0; x < width; x += 1) {
      if (!inner || x < across || x >= width - across) pixels.push(y * width + x);
    }
  }
  return fitRobust(picture, Int32Array.from(pixels));
}

/** The surface as a picture, with fractions of a step. */
export function surfacePicture(surface: Surface, { width, height }: Size): Float32Array {
  const picture = new Float32Array(width * height * 3);
  const values = new Float64Array(terms);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    termsAt({ width, height }, pixel, values);
    for (let k = 0; k < 3; k += 1) picture[pixel * 3 + k] = evaluate(surface.channels[k]!, values);
  }
  return picture;
}

/**
 * The backdrop as it is where it was found (1 in `found`), and filled in smoothly from around where
 * the subject hides it, beginning with the fitted surface.
 */
export function fillIn(picture: Rgb, found: Uint8Array, surface: Surface): Rgb {
  const { width, height } = picture;
  const filled = surfacePicture(surface, picture);
  for (let at = 0; at < filled.length; at += 1) {
    if (found[Math.floor(at / 3)] === 1) filled[at] = picture.data[at]!;
  }
  const hidden = innerPixels(picture).filter((pixel) => found[pixel] !== 1);
  for (let round = 0; round < fillRounds; round += 1) {
    for (const pixel of hidden) {
      for (let at = pixel * 3; at < pixel * 3 + 3; at += 1) {
        const around =
          filled[at - 3]! + filled[at + 3]! + filled[at - 3 * width]! + filled[at + 3 * width]!;
        filled[at]! += overRelaxed * (around / 4 - filled[at]!);
      }
    }
  }
  return { width, height, data: Buffer.from(Uint8ClampedArray.from(filled)) };
}

/** All pixels that have four neighbours. */
function innerPixels({ width, height }: Size): Int32Array {
  const across = width - 2;
  return Int32Array.from({ length: Math.max(0, across * (height - 2)) }, (_, index) => {
    const column = index % across;
    return ((index - column) / across + 1) * width + column + 1;
  });
}
