import { basename } from 'node:path';
import sharp from 'sharp';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { failure } from '#shared/failure.ts';
import { causeText, success } from '#shared/problem.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import { FileRefused } from '../../../base/regular-file.ts';
import type { ImageFormat, Probe } from '../types.ts';
import { adobeRgbProfile } from './adobe-rgb.ts';
import { detect } from './detect.ts';
import { displayP3Profile, statesDisplayP3 } from './display-p3.ts';
import { bareExif, rewriteContainer } from './container.ts';
import type { Container } from './embedded-data.ts';
import { minimalExif, saysAdobeRgb } from './exif.ts';
import { fileFailure, readWhole, withPhoto } from './file.ts';
import { decodeHeicToSrgb } from './heic.ts';
import { isSrgb, profileDescription } from './icc.ts';
import { pixelsAtMost } from './limits.ts';
import { psdComposite, checkPsd, readPsdHead } from './psd.ts';
import type { RawPreviews } from './raw-preview.ts';
import { countSelections, selectionNotes, withoutSelections } from './saved-selections.ts';

/** A photo whose format and header have been read, but no pixels yet. */
export interface Source {
  readonly path: string;
  readonly name: string;
  readonly probe: Probe;
  /** EXIF as a TIFF structure; null if the photo has none. */
  readonly exif: Buffer | null;
  /** Whether the photo contains EXIF, XMP or IPTC. */
  readonly hasMetadata: boolean;
  /** Input for sharp: the file itself, or a picture extracted from it. */
  readonly input: string | Buffer;
  /** The container of `input` if the service accepts that container unchanged. */
  readonly container: Container | null;
  /** Whether the stored pixels are already sRGB, because the profile is sRGB or missing. */
  readonly isSrgb: boolean;
  /** Whether a profile is embedded, also one without a description. */
  readonly hasProfile: boolean;
  readonly isLossless: boolean;
  readonly hasSeveralPages: boolean;
  /** Whether `input` contains saved selections, which are no part of the picture. */
  readonly hasSelections: boolean;
  /** Steps needed to read the pixels, in words for `changes`. */
  readonly notes: readonly string[];
}

/** Opens a photo and detects its format from its content. */
export function openSource(raws: RawPreviews, path: string): Promise<Outcome<Source>> {
  return withPhoto(path, async (readAt) => {
    const name = basename(path);
    const detected = await detect(readAt);
    if ('refused' in detected) {
      return failure(detected.refused, { name }, { about: name });
    }
    if (detected.format === 'psd') {
      const psd = await readPsdHead(readAt);
      if (psd === null) return damaged(name);
      const readable = checkPsd(name, psd);
      if (!readable.ok) return readable;
      if (psd.width * psd.height > pixelsAtMost) return tooLarge(name, psd.width, psd.height);
      const composite = await psdComposite(readAt, psd);
      return composite === null ? damaged(name) : describe(path, 'psd', composite, []);
    }
    if (detected.format === 'raw') return openRaw(raws, path);
    if (detected.format === 'png' && (await statesDisplayP3(readAt))) {
      return describe(path, 'png', await tagged(path, 'png', displayP3Profile), []);
    }
    const selections = detected.format === 'tiff' ? await countSelections(readAt) : 0;
    return describe(path, detected.format, path, selectionNotes(selections), selections);
  });
}

async function openRaw(raws: RawPreviews, path: string): Promise<Outcome<Source>> {
  const name = basename(path);
  try {
    const preview = await raws.extract(path);
    if (preview === null) {
      return failure('photo-raw-only', { name }, { about: name });
    }
    const own = await sharp(preview.jpeg).metadata();
    const exif = minimalExif(preview.orientation);
    const input = await rewriteContainer(preview.jpeg, 'jpeg', {
      icc: preview.isAdobeRgb ? adobeRgbProfile : Buffer.alloc(0),
      metadata: 'drop',
      exif,
    });
    const of =
      preview.rawWidth > own.width ? ` of a RAW of ${preview.rawWidth} × ${preview.rawHeight}` : '';
    return await describe(path, 'raw', input ?? preview.jpeg, [
      `from the camera's ${preview.tag}, ${own.width} × ${own.height}${of}`,
    ]);
  } catch (error) {
    return failure('photo-raw-damaged', { name }, { about: name, detail: causeText(error) });
  }
}

async function describe(
  path: string,
  format: ImageFormat,
  input: string | Buffer,
  notes: readonly string[],
  selections = 0,
): Promise<Outcome<Source>> {
  const name = basename(path);
  let metadata: Metadata;
  try {
    metadata = await sharp(input, { limitInputPixels: false }).metadata();
  } catch (error) {
    return decodeFailure(name, error);
  }
  const { width, height } = metadata.autoOrient;
  if (width * height > pixelsAtMost) return tooLarge(name, width, height);
  const exif = metadata.exif === undefined ? null : bareExif(metadata.exif);
  const profile = metadata.icc === undefined ? null : profileDescription(metadata.icc);
  const untaggedAdobe =
    metadata.icc === undefined &&
    exif !== null &&
    metadata.space === 'srgb' &&
    (await saysAdobeRgb(exif));
  const isContainer =
    format === 'jpeg' || format === 'png' || format === 'webp' || format === 'raw';
  return success({
    path,
    name,
    probe: {
      format: actualFormat(format, metadata),
      width,
      height,
      orientation: format === 'heic' || format === 'avif' ? 1 : (metadata.orientation ?? 1),
      bitsPerSample: metadata.bitsPerSample ?? (metadata.depth === 'ushort' ? 16 : 8),
      channels: metadata.channels - selections,
      space: metadata.space === 'b-w' ? 'grey' : metadata.space,
      profile: untaggedAdobe ? 'Adobe RGB (1998)' : profile,
      hasAlpha: metadata.hasAlpha && selections === 0,
    },
    exif,
    hasMetadata: exif !== null || metadata.xmp !== undefined || metadata.iptc !== undefined,
    input: untaggedAdobe ? await tagged(input, 'jpeg', adobeRgbProfile) : input,
    container: !isContainer ? null : format === 'raw' ? 'jpeg' : format,
    isSrgb:
      (metadata.space === 'srgb' || metadata.space === 'rgb16') &&
      (metadata.icc === undefined ? !untaggedAdobe : isSrgb(profile)),
    hasProfile: metadata.icc !== undefined || untaggedAdobe,
    isLossless: ['png', 'tiff', 'psd'].includes(format),
    hasSeveralPages: (metadata.pages ?? 1) > 1,
    hasSelections: selections > 0,
    notes,
  });
}

/**
 * Returns the actual format of a HEIF file, because files with the brand "mif1" may contain HEIC or
 * AVIF and only the compression distinguishes the two.
 */
function actualFormat(format: ImageFormat, metadata: Metadata): ImageFormat {
  return format === 'heic' && metadata.compression === 'av1' ? 'avif' : format;
}

/** Adds a profile to a picture that states its colours in another way. */
async function tagged(
  input: string | Buffer,
  container: Container,
  icc: Buffer,
): Promise<string | Buffer> {
  const bytes = typeof input === 'string' ? await readWhole(input) : input;
  return (await rewriteContainer(bytes, container, { icc, metadata: 'keep' })) ?? input;
}

/**
 * Returns a sharp pipeline that reads a photo and makes it upright and sRGB.
 *
 * @throws the HEIC decoder's error; all other errors appear when the pipeline runs
 */
export async function pipeline(source: Source, options: SharpOptions = {}): Promise<Sharp> {
  if (source.probe.format === 'heic') {
    const heic = await readWhole(source.path);
    const { icc } = await sharp(source.path).metadata();
    const { data, ...raw } = await decodeHeicToSrgb(heic, icc ?? null, source.probe.hasAlpha);
    return sharp(data, { raw, limitInputPixels: pixelsAtMost });
  }
  const read: SharpOptions = {
    limitInputPixels: pixelsAtMost,
    // sharp only warns of a JPEG whose coded data is truncated or corrupt
    failOn: source.container === 'jpeg' ? 'warning' : 'error',
    // a conversion from sRGB to sRGB takes time and adds rounding errors
    ignoreIcc: source.isSrgb,
    ...options,
  };
  const { space } = source.probe;
  const input = source.hasSelections
    ? await withoutSelections(source.input, read, space === 'grey' ? 'b-w' : space)
    : source.input;
  const isConverted = source.hasProfile && read.ignoreIcc !== true;
  if (isConverted && space === 'grey16') return fromGrey16(input, read);
  const image = sharp(input, read).autoOrient().toColourspace('srgb');
  // sharp uses the profile of 16-bit colours to convert them to Display P3
  return isConverted && space === 'rgb16' ? image.withIccProfile('srgb', { attach: false }) : image;
}

/** Converts 16-bit grey to 8 bits first, because sharp ignores its profile. */
async function fromGrey16(input: string | Buffer, read: SharpOptions): Promise<Sharp> {
  const grey = await sharp(input, read)
    .autoOrient()
    .toColourspace('b-w')
    .keepIccProfile()
    .tiff({ compression: 'none' })
    .toBuffer();
  return sharp(grey, { limitInputPixels: pixelsAtMost }).toColourspace('srgb');
}

/** sharp's warning about a stray byte before a marker. Cameras write such bytes, and no pixel is lost. */
const harmless = /extraneous bytes before marker/;

/**
 * Calls `read` with strict pipeline options. If only stray bytes before a marker made it fail,
 * calls `read` again with lenient options.
 */
export async function leniently<T>(read: (options: SharpOptions) => Promise<T>): Promise<T> {
  try {
    return await read({});
  } catch (error) {
    if (!(error instanceof Error) || !harmless.test(error.message)) throw error;
    return read({ failOn: 'error' });
  }
}

/**
 * Returns the photo's own profile if its values can be processed without conversion, that is, for RGB
 * with an embedded profile. Null if the photo is decoded as sRGB: without a profile, CMYK, grey, HEIC.
 */
export async function ownProfile({ input, probe }: Source): Promise<Buffer | null> {
  const isRgb = probe.space === 'srgb' || probe.space === 'rgb16' || probe.space === 'rgb';
  if (!isRgb || probe.format === 'heic') return null;
  const { icc } = await sharp(input, { limitInputPixels: false }).metadata();
  return icc?.toString('latin1', 16, 20) === 'RGB ' ? icc : null;
}

/** Converts a decoder's error into a problem for the user. */
export function decodeFailure(name: string, error: unknown): Outcome<never> {
  if (error instanceof FileRefused) return fileFailure(name, error);
  const detail = { detail: causeText(error) };
  return /pixel limit/.test(detail.detail)
    ? failure('photo-too-large', { name, megapixels }, { ...detail, about: name })
    : damaged(name, detail);
}

function damaged(name: string, more: Pick<Problem, 'detail'> = {}): Outcome<never> {
  return failure('photo-damaged', { name }, { ...more, about: name });
}

function tooLarge(name: string, width: number, height: number): Outcome<never> {
  return failure(
    'photo-too-large',
    { name, megapixels },
    {
      about: `${name}, ${width} × ${height} px`,
      detail: `${width} × ${height} px`,
    },
  );
}

const megapixels = pixelsAtMost / 1_000_000;
