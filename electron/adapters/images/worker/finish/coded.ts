import type { Sharp } from 'sharp';
import { failure } from '#shared/failure.ts';
import type { FinishOutput } from '#shared/finish/preset.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { rewriteContainer } from '../container.ts';
import { fromLevels, mostOf, toLevels, type Levels } from './levels.ts';

/**
 * Lowest quality used to fit a file into `maxBytes`; below it, compression artefacts are visible.
 */
const lowestQuality = 40;
/** Minimum quality at which colour keeps its full resolution. */
const fineQuality = 90;
/**
 * A file that fits and fills at least this fraction of `maxBytes` is not encoded again for a little
 * more quality.
 */
const nearlyFull = 0.9;
/** Number of encodes after which a file that fits is accepted. */
const encodesAtMost = 3;
/** Fraction of `maxBytes` that the next encode aims for. */
const aim = 0.95;
/** Assumed change of ln(bytes) per step of quality, until two encodes show the actual change. */
const usualSlope = 0.04;

/** With filters, a photo's PNG is 20 to 40 % smaller than with the default settings, for the same time. */
const pngEffort = { compressionLevel: 3, adaptiveFiltering: true };

interface Coded {
  readonly bytes: Buffer;
  /** Quality of lossy compression; null for PNG. */
  readonly quality: number | null;
}

interface Encode extends Pick<FinishOutput, 'format' | 'quality' | 'maxBytes'> {
  readonly is16: boolean;
  /** The profile to embed. */
  readonly icc: Buffer;
  /** XMP packet; null for none. */
  readonly xmp: string | null;
}

/**
 * Encodes a canvas of the photo `name` at the highest quality whose file fits into `maxBytes`. Problems: finish-too-heavy
 * if no file fits, finish-failed.
 */
export async function encodeFile(
  name: string,
  canvas: Levels,
  wanted: Encode,
): Promise<Outcome<Coded>> {
  const about = { about: name };
  try {
    const coded = await codedWithin(canvas, wanted);
    if (coded !== null) return success(coded);
  } catch (error) {
    return failure('finish-failed', { name }, { ...about, detail: causeText(error) });
  }
  const kilobytes = Math.floor((wanted.maxBytes ?? 0) / 1000);
  return failure('finish-too-heavy', { name, kilobytes }, about);
}

async function codedWithin(canvas: Levels, wanted: Encode): Promise<Coded | null> {
  const { format, quality, maxBytes } = wanted;
  if (maxBytes === null) {
    const image = fromLevels(canvas).toColourspace(wanted.is16 ? 'rgb16' : 'srgb');
    const bytes = await coded(image, quality, wanted);
    return { bytes, quality: format === 'png' ? null : quality };
  }
  const levels = mostOf(canvas) > 255 ? await toLevels(fromLevels(canvas), false) : canvas;
  return searched(quality, maxBytes, (tried) => coded(fromLevels(levels), tried, wanted));
}

/**
 * Finds the highest quality whose file fits, or nearly the highest. Between two qualities, the
 * logarithm of the bytes is close to a straight line.
 */
async function searched(
  best: number,
  maxBytes: number,
  encode: (quality: number) => Promise<Buffer>,
): Promise<Coded | null> {
  const goal = Math.log(maxBytes * aim);
  let fitting: { readonly bytes: Buffer; readonly quality: number } | null = null;
  let [least, most] = [Math.min(lowestQuality, best), best];
  let slope = usualSlope;
  let before: { readonly quality: number; readonly size: number } | null = null;
  let tried = best;
  for (let encodes = 1; least <= most; encodes += 1) {
    const bytes = await encode(tried);
    const size = Math.log(bytes.length);
    if (bytes.length <= maxBytes) {
      fitting = { bytes, quality: tried };
      if (bytes.length >= maxBytes * nearlyFull || encodes >= encodesAtMost) break;
      least = tried + 1;
    } else {
      most = tried - 1;
    }
    if (before !== null && before.quality !== tried) {
      slope = Math.max(0.005, (size - before.size) / (tried - before.quality));
    }
    before = { quality: tried, size };
    tried = Math.min(most, Math.max(least, Math.floor(tried + (goal - size) / slope)));
  }
  return fitting;
}

async function coded(
  image: Sharp,
  quality: number,
  { format, icc, xmp }: Pick<Encode, 'format' | 'icc' | 'xmp'>,
): Promise<Buffer> {
  if (xmp !== null) image.withXmp(xmp);
  const bytes = await encoder(image, format, quality).toBuffer();
  const tagged = await rewriteContainer(bytes, format, { icc, metadata: 'keep' });
  if (tagged === null) throw new Error(`No profile can be added to a ${format} file.`);
  return tagged;
}

function encoder(image: Sharp, format: FinishOutput['format'], quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({
        quality,
        chromaSubsampling: quality >= fineQuality ? '4:4:4' : '4:2:0',
      });
    case 'png':
      return image.png(pngEffort);
    case 'webp':
      return image.webp({ quality, smartSubsample: true });
  }
}
