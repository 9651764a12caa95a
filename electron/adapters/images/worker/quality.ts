import type { Sharp } from 'sharp';
import { scaledSize } from './geometry.ts';
import type { CopyLimits, Size } from './geometry.ts';
import { fromPixels } from './pixels.ts';
import type { Pixels } from './pixels.ts';

export type Kind = 'png' | 'jpeg' | 'webp';

/** How a copy is encoded. */
export interface Plan {
  readonly kind: Kind;
  /** Encoding quality from 1 to 100; 100 for PNG, which is lossless. */
  readonly quality: number;
  readonly size: Size;
}

/** First quality tried for every lossy copy. */
const best = 95;
/** Lowest acceptable quality; below it, reducing the number of pixels looks better. */
const lowest = 85;
/** The quality of a copy whose number of pixels has to be reduced. */
const scaledQuality = 88;
/**
 * Maximum size that is predicted for a copy, as a fraction of the size limit. A margin is needed
 * because the prediction is based on a sample of tiles.
 */
const aim = { png: 0.8, lossy: 0.93, corrected: 0.97 };
/**
 * If the first encode is smaller than this fraction of the limit, a higher quality would also fit.
 */
export const wastefulBelow = 0.7;
const tile = 128;
const tilesAcross = 8;
/** WebP's own limit for each side, in px. */
const webpSide = 16_383;

/** Encodes a pipeline with 4:4:4 sampling, because colours are essential in fashion. */
export function encodeAs(image: Sharp, kind: Kind, quality: number): Promise<Buffer> {
  switch (kind) {
    case 'png':
      return image.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
    case 'jpeg':
      // optimised Huffman tables would save 6 %, but need four times the memory for the pixels
      return image.jpeg({ quality, chromaSubsampling: '4:4:4', optimizeCoding: false }).toBuffer();
    case 'webp':
      return image.webp({ quality, smartSubsample: true, effort: 2 }).toBuffer();
  }
}

/**
 * Predicts the size of a picture at each quality. The prediction encodes 64 of the picture's tiles,
 * joined into a picture of one megapixel, so that the complete picture usually has to be encoded
 * only once.
 */
export class Predictor {
  readonly #sample: Pixels;
  readonly #share: number;
  readonly #known = new Map<string, Promise<number>>();

  constructor(pixels: Pixels) {
    this.#sample = sampleOf(pixels);
    this.#share = (pixels.width * pixels.height) / (this.#sample.width * this.#sample.height);
  }

  /** Returns the predicted size of the complete picture in bytes, scaled by `factor`. */
  bytes(kind: Kind, quality: number, factor = 1): Promise<number> {
    const key = `${kind} ${quality} ${factor}`;
    const known = this.#known.get(key) ?? this.#measure(kind, quality, factor);
    this.#known.set(key, known);
    return known;
  }

  async #measure(kind: Kind, quality: number, factor: number): Promise<number> {
    const width = Math.max(1, Math.round(this.#sample.width * factor));
    const image = fromPixels(this.#sample);
    const encoded = await encodeAs(factor === 1 ? image : image.resize(width), kind, quality);
    return encoded.length * this.#share;
  }
}

/**
 * Returns the plan with the least loss that fits: PNG for a picture that was lossless or is transparent, else
 * the highest quality from 95 down to 85, and only below that fewer pixels.
 *
 * @param correction actual / predicted bytes of an earlier encode, 1 before the first
 */
export async function planCopy(
  predictor: Predictor,
  picture: { readonly size: Size; readonly mayBePng: boolean; readonly isTransparent: boolean },
  limits: CopyLimits,
  correction: number,
): Promise<Plan> {
  const { size } = picture;
  if (picture.mayBePng && (await predictor.bytes('png', 100)) <= limits.bytes * aim.png) {
    return { kind: 'png', quality: 100, size };
  }
  const kind = picture.isTransparent ? 'webp' : 'jpeg';
  const budget = (limits.bytes * (correction === 1 ? aim.lossy : aim.corrected)) / correction;
  const widest = kind === 'webp' ? Math.min(1, webpSide / Math.max(size.width, size.height)) : 1;
  if (widest === 1) {
    const quality = await highestQuality(predictor, kind, budget);
    if (quality !== null) return { kind, quality, size };
  }
  const factor = await largestScale(predictor, kind, budget, widest);
  return { kind, quality: scaledQuality, size: scaledSize(size, factor, limits) };
}

/**
 * Returns the highest quality whose prediction fits, found by binary search; null if not even `lowest` fits.
 */
async function highestQuality(
  predictor: Predictor,
  kind: Kind,
  budget: number,
): Promise<number | null> {
  if ((await predictor.bytes(kind, best)) <= budget) return best;
  if ((await predictor.bytes(kind, lowest)) > budget) return null;
  let [fits, tooHigh] = [lowest, best];
  while (tooHigh - fits > 1) {
    const middle = Math.floor((fits + tooHigh) / 2);
    if ((await predictor.bytes(kind, middle)) <= budget) fits = middle;
    else tooHigh = middle;
  }
  return fits;
}

/**
 * Returns a scale whose prediction fits, taking into account that the bytes shrink a little more slowly
 * than the area.
 */
async function largestScale(
  predictor: Predictor,
  kind: Kind,
  budget: number,
  widest: number,
): Promise<number> {
  let factor = widest;
  for (let turn = 0; turn < 6; turn += 1) {
    const bytes = await predictor.bytes(kind, scaledQuality, factor);
    if (bytes <= budget) return factor;
    factor *= Math.sqrt(budget / bytes) * 0.99;
  }
  return factor;
}

function sampleOf(pixels: Pixels): Pixels {
  const side = tile * tilesAcross;
  const { width, height, channels } = pixels;
  if (width <= side * 1.5 || height <= side * 1.5) return pixels;
  const data = Buffer.allocUnsafe(side * side * channels);
  for (let y = 0; y < side; y += 1) {
    const row = Math.floor(y / tile);
    const fromY = Math.floor(((row + 0.5) * height) / tilesAcross - tile / 2) + (y % tile);
    for (let column = 0; column < tilesAcross; column += 1) {
      const fromX = Math.floor(((column + 0.5) * width) / tilesAcross - tile / 2);
      const from = (fromY * width + fromX) * channels;
      pixels.data.copy(data, (y * side + column * tile) * channels, from, from + tile * channels);
    }
  }
  return { ...pixels, data, width: side, height: side };
}
