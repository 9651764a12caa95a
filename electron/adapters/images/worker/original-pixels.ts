import { failure } from '#shared/failure.ts';
import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import sharp from 'sharp';
import type { FetchedFile } from '#shared/job.ts';
import { success, type Failure, type Outcome } from '#shared/problem.ts';
import { replaceWhole, sha256File } from '../../../base/files.ts';
import { srgbProfile } from '../../../base/srgb-profile.ts';
import type { CompositeRequest } from '../protocol.ts';
import type { Composite } from '../types.ts';
import { blend } from './blend.ts';
import { encodeComposite } from './encode-composite.ts';
import { featherInward } from './feather.ts';
import { writeFailure, writeWhole } from './file.ts';
import { sizeText, type Size } from './geometry.ts';
import { isSrgb, profileDescription } from './icc.ts';
import { bandsOf, psdPixelsAtMost, psdSideAtMost, writeLayered, type Rows } from './layered.ts';
import { releaseMemory } from './limits.ts';
import { decode, type Pixels } from './pixels.ts';
import { openSource, ownProfile } from './source.ts';
import type { RawPreviews } from './raw-preview.ts';

/**
 * Maximum px by which a side of the result may differ from the photo's aspect ratio. Such
 * differences result from rounding.
 */
const ROUNDING = 2;

/** The parts of a composite; their rows are read on demand. */
interface Parts {
  readonly size: Size;
  readonly photo: Pixels;
  readonly result: Pixels;
  readonly resultRows: Rows;
  readonly weightRows: Rows;
  /** The photo's profile, to which all colours are converted. */
  readonly icc: Buffer;
}

/**
 * Restores the photo's own pixels where the mask keeps them: over the result, scaled up to the photo's size,
 * in the photo's colours and in 8 bits, with the edge feathered inward (feather.ts). Writes the picture in
 * the result's format, and a layered PSD next to it. Only the photo is held in memory completely.
 *
 * Problems: original-pixels-left when the result has another shape than the photo, those of reading the
 * photo, disk-full, folder-unwritable. A missing PSD is reported in `layers`.
 */
export async function originalPixels(
  raws: RawPreviews,
  request: CompositeRequest,
): Promise<Outcome<Composite>> {
  const parts = await openParts(raws, request);
  if (!parts.ok) return parts;
  const { size, icc } = parts.value;
  const layers = await writePsd(`${request.target}.psd`, parts.value);
  if (!layers.ok && layers.problem.code !== 'psd-failed') return layers;
  releaseMemory();
  const pixels = await compose(parts.value);
  const { bytes, extension } = await encodeComposite(pixels, icc, request.result);
  const file = `${request.target}${extension}`;
  const written = await writeWhole(file, bytes);
  if (!written.ok) return written;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const image = { file, sha256, bytes: bytes.length, ...size, extension };
  return success({ image, layers });
}

async function openParts(raws: RawPreviews, request: CompositeRequest): Promise<Outcome<Parts>> {
  const photoSource = await openSource(raws, request.source);
  if (!photoSource.ok) return photoSource;
  const resultSource = await openSource(raws, request.result);
  if (!resultSource.ok) return resultSource;
  const maskSource = await openSource(raws, request.mask);
  if (!maskSource.ok) return maskSource;
  const { width, height } = photoSource.value.probe;
  const size = { width, height };
  for (const { probe } of [resultSource.value, maskSource.value]) {
    if (!hasShapeOf(size, probe)) return otherShape(resultSource.value.probe, size);
  }
  const own = await ownProfile(photoSource.value);
  const photo = await decode(photoSource.value, { ignoreIcc: own !== null });
  if (!photo.ok) return photo;
  const result = await decode(resultSource.value);
  if (!result.ok) return result;
  const mask = await decode(maskSource.value);
  if (!mask.ok) return mask;
  const icc = own ?? srgbProfile;
  const isInSrgb = own === null || isSrgb(profileDescription(own));
  const coloured = isInSrgb ? result.value : await inColoursOf(icc, result.value, request.target);
  return success({
    size,
    photo: photo.value,
    result: coloured,
    resultRows: scaledRows(coloured, size, 'lanczos3'),
    weightRows: weightRows(mask.value, size, request.feather),
    icc,
  });
}

/**
 * Checks whether a picture is the photo at another size, that is, neither cropped nor rotated nor padded.
 */
function hasShapeOf(photo: Size, { width, height }: Size): boolean {
  const wide = Math.abs(width - (height * photo.width) / photo.height);
  const high = Math.abs(height - (width * photo.height) / photo.width);
  return Math.min(wide, high) <= ROUNDING;
}

function otherShape(result: Size, photo: Size): Outcome<never> {
  const about = `${sizeText(result)} / ${sizeText(photo)}`;
  return failure(
    'original-pixels-left.shape',
    { result: sizeText(result), photo: sizeText(photo) },
    { about },
  );
}

/** Converts sRGB pixels to the photo's profile. */
async function inColoursOf(icc: Buffer, pixels: Pixels, target: string): Promise<Pixels> {
  const { data, width, height, channels } = pixels;
  // sharp only accepts a profile as a file
  const profile = `${target}.icc`;
  const written = await writeWhole(profile, icc);
  if (!written.ok) throw new Error(written.problem.message);
  try {
    const converted = await sharp(data, { raw: { width, height, channels } })
      .withIccProfile(profile)
      .raw()
      .toBuffer();
    return { ...pixels, data: converted };
  } finally {
    await rm(profile, { force: true });
  }
}

/** Returns a function that reads rows of a small picture, scaled to `size`. Only the requested rows are scaled. */
function scaledRows(
  {
    data,
    width,
    height,
    channels,
  }: Omit<Pixels, 'isTransparent' | 'channels'> & {
    readonly channels: 1 | 3 | 4;
  },
  size: Size,
  kernel: 'lanczos3' | 'linear',
): Rows {
  if (width === size.width && height === size.height) {
    const stride = width * channels;
    return (top, rows) => Promise.resolve(data.subarray(top * stride, (top + rows) * stride));
  }
  return (top, rows) => {
    const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
      .resize(size.width, size.height, { fit: 'fill', kernel })
      .extract({ left: 0, top, width: size.width, height: rows });
    return (channels === 1 ? image.toColourspace('b-w') : image).raw().toBuffer();
  };
}

/** Returns a function that reads the photo's opacity in some rows. Scaling up a hard mask does not soften it. */
function weightRows(mask: Pixels, size: Size, feather: number): Rows {
  const { width, height } = mask;
  const kept = keptOf(mask);
  const isHard = kept.every((value) => value === 0 || value === 255);
  const scaled = scaledRows({ data: kept, width, height, channels: 1 }, size, 'linear');
  const around = feather + 1;
  return async (top, rows) => {
    const from = Math.max(0, top - around);
    const to = Math.min(size.height, top + rows + around);
    const band = Uint8Array.from(await scaled(from, to - from));
    if (isHard) {
      // a pixel counts as kept only if it is kept completely, so a pixel on the border of the kept
      // area does not count
      for (let at = 0; at < band.length; at += 1) if (band[at] !== 255) band[at] = 0;
    }
    const weights = featherInward(band, size.width, feather);
    return weights.subarray((top - from) * size.width, (top - from + rows) * size.width);
  };
}

/** Returns the kept area of the mask that was sent, which is its opacity (mask.ts). */
function keptOf({ data, channels }: Pixels): Buffer {
  const kept = Buffer.alloc(data.length / channels, 255);
  if (channels === 3) return kept;
  for (let at = 0; at < kept.length; at += 1) kept[at] = data[at * 4 + 3] ?? 0;
  return kept;
}

function compositeRows(parts: Parts): Rows {
  const { size, photo, result } = parts;
  return async (top, rows) => {
    const [over, weights] = await Promise.all([
      parts.resultRows(top, rows),
      parts.weightRows(top, rows),
    ]);
    const own = rowsOf(photo, size, top, rows);
    return blend(
      { data: own, channels: photo.channels },
      { data: over, channels: result.channels },
      weights,
    );
  };
}

function rowsOf({ data, channels }: Pixels, { width }: Size, top: number, rows: number): Buffer {
  const stride = width * channels;
  return data.subarray(top * stride, (top + rows) * stride);
}

/**
 * Returns the complete composite, in the photo's own memory if the photo has as many channels as
 * the result.
 */
async function compose(parts: Parts): Promise<Pixels> {
  const { size, photo, result } = parts;
  const { channels, isTransparent } = result;
  const length = size.width * size.height * channels;
  const data = channels === photo.channels ? photo.data : Buffer.allocUnsafe(length);
  const rows = compositeRows(parts);
  for (const { top, height } of bandsOf(size)) {
    data.set(await rows(top, height), top * size.width * channels);
  }
  return { data, ...size, channels, isTransparent };
}

/** Writes photo and result as layers; the photo has an editable layer mask. Problem: psd-failed. */
async function writePsd(file: string, parts: Parts): Promise<Outcome<FetchedFile>> {
  const { size, photo, result } = parts;
  const isTooLarge =
    Math.max(size.width, size.height) > psdSideAtMost || size.width * size.height > psdPixelsAtMost;
  if (isTooLarge) return noPsd(size);
  try {
    const write = async (handle: FileHandle) => {
      const isWhole = await writeLayered(handle, {
        size,
        icc: parts.icc,
        layers: [
          { name: 'Result', rows: parts.resultRows, channels: result.channels },
          {
            name: 'Photo',
            rows: (top, rows) => Promise.resolve(rowsOf(photo, size, top, rows)),
            channels: photo.channels,
            mask: parts.weightRows,
          },
        ],
        composite: { rows: compositeRows(parts), channels: result.channels },
      });
      return isWhole ? undefined : noPsd(size);
    };
    const written = await replaceWhole(file, write, Math.random);
    if (!written.ok) return written;
    const { bytes, sha256 } = await measured(file);
    return success({ file, sha256, bytes, ...size, extension: '.psd' });
  } catch (error) {
    return writeFailure(file, error);
  }
}

async function measured(file: string): Promise<{ bytes: number; sha256: string }> {
  await using handle = await open(file);
  return { bytes: (await handle.stat()).size, sha256: await sha256File(file) };
}

function noPsd(size: Size): Failure {
  return failure(
    'psd-failed.too-large',
    { size: sizeText(size), megapixels: psdPixelsAtMost / 1_000_000, side: psdSideAtMost },
    { about: sizeText(size) },
  );
}
