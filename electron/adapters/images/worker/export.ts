import type { Size } from '#shared/pictures.ts';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import type { FetchedFile } from '#shared/job.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { ExportRequest } from '../protocol.ts';
import { srgbProfile } from '../../../base/srgb-profile.ts';
import { adobeRgbProfile } from './adobe-rgb.ts';
import { rewriteContainer } from './container.ts';
import type { Container } from './embedded-data.ts';
import { readWhole, writeWhole } from './file.ts';
import { isAdobeRgb } from './icc.ts';
import { decode } from './pixels.ts';
import { decodeFailure, leniently, openSource, pipeline } from './source.ts';
import type { Source } from './source.ts';
import type { RawPreviews } from './raw-preview.ts';

type OutputFormat = Container | 'tiff';

const extensions: Readonly<Record<OutputFormat, string>> = {
  jpeg: '.jpg',
  png: '.png',
  webp: '.webp',
  tiff: '.tif',
};

/** Minimum quality at which colour keeps its full resolution. */
const FINE_QUALITY = 90;

interface ExportedImage extends Size {
  readonly bytes: Buffer;
  readonly format: OutputFormat;
}

/**
 * Writes a result upright, 8 bits, in the requested profile, which is embedded; never enlarged. Alpha is kept
 * if the format supports it, and flattened on white in a JPEG. If the result already has the requested
 * format, profile and size, its coded pixels stay identical, also those of 16 bits. Problems: those of opening
 * and decoding, disk-full, folder-unwritable.
 */
export async function exportPicture(
  raws: RawPreviews,
  request: ExportRequest,
): Promise<Outcome<FetchedFile>> {
  const opened = await openSource(raws, request.source);
  if (!opened.ok) return opened;
  const source = opened.value;
  const made = (await reuseCodedPixels(source, request)) ?? (await encodeAgain(source, request));
  if (!made.ok) return made;
  const { bytes, format, width, height } = made.value;
  const file = `${request.target}${extensions[format]}`;
  const written = await writeWhole(file, bytes);
  if (!written.ok) return written;
  return success({
    file,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    width,
    height,
    extension: extensions[format],
  });
}

/**
 * Returns the file with its coded pixels unchanged, with a profile added if it has none; null if its
 * pixels must change.
 */
async function reuseCodedPixels(
  source: Source,
  { format, profile, longSide }: ExportRequest,
): Promise<Outcome<ExportedImage> | null> {
  const { probe, container, input } = source;
  const { width, height } = probe;
  const isSo =
    format === 'as-it-is' &&
    container !== null &&
    probe.orientation === 1 &&
    Math.max(width, height) <= (longSide ?? Infinity) &&
    (profile === 'srgb' ? source.isSrgb : isAdobeRgb(probe.profile));
  if (!isSo) return null;
  // a damaged result must not be exported
  const pixels = await decode(source);
  if (!pixels.ok) return pixels;
  const stored = typeof input === 'string' ? await readWhole(input) : input;
  const bytes =
    probe.profile === null
      ? await rewriteContainer(stored, container, { icc: srgbProfile, metadata: 'keep' })
      : stored;
  return bytes === null ? null : success({ bytes, format: container, width, height });
}

async function encodeAgain(
  source: Source,
  request: ExportRequest,
): Promise<Outcome<ExportedImage>> {
  if (request.profile === 'srgb') return convert(source, request, 'srgb');
  // sharp accepts a custom profile only as a file
  const icc = `${request.target}.icc`;
  const written = await writeWhole(icc, adobeRgbProfile);
  if (!written.ok) return written;
  try {
    return await convert(source, request, icc);
  } finally {
    await rm(icc, { force: true });
  }
}

async function convert(
  source: Source,
  { longSide, quality, ...request }: ExportRequest,
  icc: string,
): Promise<Outcome<ExportedImage>> {
  const format = request.format === 'as-it-is' ? (source.container ?? 'tiff') : request.format;
  try {
    const { data, info } = await leniently(async (options) => {
      const image = (await begin(source, options)).withIccProfile(icc);
      if (longSide !== null) {
        image.resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true });
      }
      return encoded(image, format, quality).toBuffer({ resolveWithObject: true });
    });
    return success({ bytes: data, format, width: info.width, height: info.height });
  } catch (error) {
    return decodeFailure(source.name, error);
  }
}

/**
 * Starts a pipeline that converts colours directly from the picture's own profile to the requested one,
 * because sharp by default converts through sRGB and clips colours outside sRGB. Grey and CMYK still go
 * through sRGB.
 */
async function begin(source: Source, options: SharpOptions): Promise<Sharp> {
  const { space, profile } = source.probe;
  if (space === 'rgb16' && profile === null) {
    // sharp would interpret 16-bit data without a profile as Display P3
    const { data, info } = await (
      await pipeline(source, options)
    )
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return sharp(data, { raw: info, limitInputPixels: false });
  }
  const isRgb = space === 'srgb' || space === 'rgb16';
  return pipeline(source, isRgb ? { ...options, ignoreIcc: true } : options);
}

function encoded(image: Sharp, format: OutputFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: '#ffffff' }).jpeg({
        quality,
        chromaSubsampling: quality >= FINE_QUALITY ? '4:4:4' : '4:2:0',
      });
    case 'png':
      return image.png();
    case 'webp':
      return image.webp({ quality });
    case 'tiff':
      return image.tiff({ compression: 'lzw', predictor: 'horizontal' });
  }
}
