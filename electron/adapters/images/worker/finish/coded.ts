import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { FinishOutput } from '#shared/finish/preset.ts';
import { rewriteContainer } from '../container.ts';
import type { Levels } from './compose.ts';

/** Lowest quality that `maxBytes` may lead to; below it, damage is visible. */
const lowestQuality = 40;
/** Minimum quality at which colour keeps its full resolution. */
const fineQuality = 90;

interface Coded {
  readonly bytes: Buffer;
  /** Quality of lossy compression; null for PNG. */
  readonly quality: number | null;
}

/** What every file carries besides its pixels. */
interface Carried {
  readonly icc: Buffer;
  /** XMP packet; null for none. */
  readonly xmp: string | null;
}

/** Encodes a canvas with the highest quality that fits into `maxBytes`; null if none does. */
export async function codedWithin(
  levels: Levels,
  { format, quality, maxBytes }: Pick<FinishOutput, 'format' | 'quality' | 'maxBytes'>,
  carried: Carried,
): Promise<Coded | null> {
  const encode = async (tried: number): Promise<Coded> => ({
    bytes: await coded(levels, format, tried, carried),
    quality: format === 'png' ? null : tried,
  });
  const best = await encode(quality);
  if (maxBytes === null || best.bytes.length <= maxBytes) return best;
  let fitting: Coded | null = null;
  let [low, high] = [Math.min(lowestQuality, quality), quality - 1];
  while (low <= high) {
    const middle = Math.ceil((low + high) / 2);
    const tried = await encode(middle);
    if (tried.bytes.length <= maxBytes) {
      fitting = tried;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return fitting;
}

/** Starts a pipeline with composed pixels. */
export function fromLevels({ data, width, height, channels }: Levels): Sharp {
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  return data instanceof Uint16Array ? image.toColourspace('rgb16') : image;
}

async function coded(
  levels: Levels,
  format: FinishOutput['format'],
  quality: number,
  { icc, xmp }: Carried,
): Promise<Buffer> {
  const image = encoder(fromLevels(levels), format, quality);
  if (xmp !== null) image.withXmp(xmp);
  const bytes = await image.toBuffer();
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
      return image.png();
    case 'webp':
      return image.webp({ quality, smartSubsample: true });
  }
}
