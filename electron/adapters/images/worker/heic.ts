import sharp from 'sharp';
import { tiffAround } from './tiff-around.ts';

/** Number of rows converted per step, so that no second copy of the picture is needed. */
const bandRows = 256;
const brandAt = 8;

/**
 * Decodes a HEIC to sRGB. The wasm decoder turns the picture upright, returns 8-bit RGBA and ignores
 * profiles, so the colours are converted here, band by band and in place.
 *
 * @returns rows of 3 bytes per pixel, 4 with `hasAlpha`
 * @throws the decoder's error for a damaged file
 */
export async function decodeHeicToSrgb(
  heic: Buffer,
  profile: Buffer | null,
  hasAlpha: boolean,
): Promise<{ data: Buffer; width: number; height: number; channels: 3 | 4 }> {
  // loaded only when needed, because the module is large and most processes never read a HEIC
  const { default: decodeHeic } = await import('heic-decode');
  // the decoder only checks the file's major brand, and does not accept every valid brand
  heic.write('heic', brandAt, 'latin1');
  const { width, height, data } = await decodeHeic({ buffer: heic });
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const channels = hasAlpha ? 4 : 3;
  for (let row = 0; row < height; row += bandRows) {
    const rows = Math.min(bandRows, height - row);
    const band = pixels.subarray(row * width * 4, (row + rows) * width * 4);
    const converted = await convertBand(band, width, rows, profile, hasAlpha);
    converted.copy(pixels, row * width * channels);
  }
  return { data: pixels.subarray(0, width * height * channels), width, height, channels };
}

async function convertBand(
  rgba: Buffer,
  width: number,
  height: number,
  icc: Buffer | null,
  hasAlpha: boolean,
): Promise<Buffer> {
  const { file, dataAt } = tiffAround(
    {
      width,
      height,
      bits: 8,
      samples: 4,
      hasAlpha: true,
      photometric: 2,
      compression: 1,
      planar: 1,
      rowsPerStrip: height,
      stripLengths: [rgba.length],
      icc,
    },
    rgba.length,
  );
  rgba.copy(file, dataAt);
  const band = sharp(file).toColourspace('srgb');
  return (hasAlpha ? band : band.removeAlpha()).raw({ depth: 'uchar' }).toBuffer();
}
