import sharp from 'sharp';
import { failure, success } from '#shared/problem.ts';
import type { Outcome, ProblemCode } from '#shared/problem.ts';
import type { MaskRequest, PreparedMask } from '../types.ts';
import { writeWhole } from './file.ts';
import { placeOnCanvas } from '#shared/upload-size.ts';
import { sizeText } from './geometry.ts';
import type { Size } from './geometry.ts';
import { decode } from './pixels.ts';
import type { Pixels } from './pixels.ts';
import { openSource } from './source.ts';
import type { Source } from './source.ts';

/** How much of the picture stays, 0 to 255 a pixel. */
interface Kept {
  readonly data: Buffer;
  readonly size: Size;
  /** True when every pixel is 0 or 255. */
  readonly isHard: boolean;
}

/** Codes of a source that is no usable picture; for a mask they all mean the same. */
const unusable: readonly ProblemCode[] = [
  'photo-not-an-image',
  'photo-refused-format',
  'photo-damaged',
  'photo-too-large',
];
/** Values so close to black or white are lossy compression's, not a painter's. */
const noise = 12;
/** Difference of channels that makes a pixel coloured, and how many of them a mask may have. */
const coloured = { above: 40, shareAtMost: 0.002 };
/** Aspects of photo and copy further apart than rounding tell that the copy was padded. */
const aspectTolerance = 0.01;

/**
 * Makes the mask the service gets ("customMask"): an RGBA PNG of exactly the copy's size, white where
 * the picture is kept and (0,0,0,0) outside. Transparency in the source decides what is kept, in an
 * opaque source white does.
 */
export async function mask(request: MaskRequest): Promise<Outcome<PreparedMask>> {
  const opened = await openSource(request.source);
  if (!opened.ok) return asMaskProblem(opened);
  const source = opened.value;
  const wanted = { width: request.width, height: request.height };
  const photo = { width: request.photoWidth, height: request.photoHeight };
  const own = { width: source.probe.width, height: source.probe.height };
  if (!isSame(own, wanted) && !isSame(own, photo))
    return wrongSize(source.name, own, photo, wanted);

  const pixels = await decode(source);
  if (!pixels.ok) return asMaskProblem(pixels);
  const read = readKept(source, pixels.value);
  if (!read.ok) return read;
  const fitted = isSame(own, wanted) ? read.value : await fit(read.value, wanted);
  const share = fitted.data.reduce((sum, value) => sum + value, 0) / (255 * fitted.data.length);
  if (share === 0) {
    return invalid(
      source.name,
      `The mask "${source.name}" keeps nothing. Paint what must stay in white.`,
    );
  }
  if (share === 1) {
    return invalid(
      source.name,
      `The mask "${source.name}" keeps the whole picture, so there is nothing to make. Leave out what may change.`,
    );
  }
  const png = await encode(fitted);
  const file = `${request.target}.png`;
  const written = await writeWhole(file, png);
  if (!written.ok) return written;
  return success({
    file,
    bytes: png.length,
    kept: share,
    changes: [
      pixels.value.isTransparent ? 'opaque areas are kept' : 'white areas are kept',
      ...(isSame(own, wanted) ? [] : [`scaled from ${sizeText(own)} to ${sizeText(wanted)}`]),
    ],
  });
}

/** What a mask keeps, as a grey picture for a screen: white where it is kept. */
export async function keptArea(request: {
  readonly source: string;
  readonly target: string;
}): Promise<Outcome<Size>> {
  const opened = await openSource(request.source);
  if (!opened.ok) return asMaskProblem(opened);
  const pixels = await decode(opened.value);
  if (!pixels.ok) return asMaskProblem(pixels);
  const kept = readKept(opened.value, pixels.value);
  if (!kept.ok) return kept;
  const { data, size } = kept.value;
  const png = await sharp(data, { raw: { ...size, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const written = await writeWhole(request.target, png);
  return written.ok ? success(size) : written;
}

function readKept(source: Source, pixels: Pixels): Outcome<Kept> {
  const { data, channels, isTransparent } = pixels;
  const size = { width: pixels.width, height: pixels.height };
  const kept = Buffer.allocUnsafe(size.width * size.height);
  const snap = source.isLossless ? 0 : noise;
  let between = 0;
  let colours = 0;
  for (let i = 0, at = 0; i < kept.length; i += 1, at += channels) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > coloured.above) colours += 1;
    const value = isTransparent ? (data[at + 3] ?? 0) : green;
    const snapped = value <= snap ? 0 : value >= 255 - snap ? 255 : value;
    if (snapped !== 0 && snapped !== 255) between += 1;
    kept[i] = snapped;
  }
  if (!isTransparent && colours > kept.length * coloured.shareAtMost) {
    return invalid(
      source.name,
      `"${source.name}" is a colour picture, not a mask. Use black and white, or make transparent what may change.`,
    );
  }
  return success({ data: kept, size, isHard: between === 0 });
}

/**
 * Scales as the copy was made from the photo: as a whole, or in the middle of the copy's padding. A
 * hard mask stays hard.
 */
async function fit(kept: Kept, wanted: Size): Promise<Kept> {
  const { width, height } = kept.size;
  const factors = [wanted.width / width, wanted.height / height];
  const isPadded = Math.max(...factors) / Math.min(...factors) > 1 + aspectTolerance;
  const factor = Math.min(...factors);
  const inner = isPadded
    ? { width: Math.round(width * factor), height: Math.round(height * factor) }
    : wanted;
  const data = await sharp(kept.data, {
    raw: { width, height, channels: 1 },
    limitInputPixels: false,
  })
    .resize(inner.width, inner.height, {
      fit: 'fill',
      kernel: kept.isHard ? 'nearest' : 'lanczos3',
    })
    .extend({ ...placeOnCanvas(inner, wanted), background: '#000000' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { data, size: wanted, isHard: kept.isHard };
}

/** White with `kept` as alpha; colour under full transparency is 0, which some readers insist on. */
function encode({ data, size }: Kept): Promise<Buffer> {
  const rgba = Buffer.alloc(data.length * 4);
  for (let i = 0; i < data.length; i += 1) {
    const value = data[i] ?? 0;
    if (value !== 0) rgba.writeUInt32BE(0xffff_ff00 + value, i * 4);
  }
  // a palette would be smaller, but quantising it is eleven times slower and some readers lose its alpha
  return sharp(rgba, { raw: { ...size, channels: 4 }, limitInputPixels: false })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

function wrongSize(name: string, own: Size, photo: Size, copy: Size): Outcome<never> {
  const either = isSame(photo, copy) ? sizeText(photo) : `${sizeText(photo)} or ${sizeText(copy)}`;
  return failure(
    'mask-size',
    `The mask "${name}" is ${sizeText(own)}, and the upright photo is ${sizeText(photo)}. Make the mask ${either}.`,
    {
      about: `${name}, ${sizeText(own)} / ${sizeText(photo)}`,
      parameter: 'customMask',
    },
  );
}

function asMaskProblem(failed: Outcome<unknown> & { ok: false }): Outcome<never> {
  const { problem } = failed;
  if (!unusable.includes(problem.code)) return failed;
  return failure('mask-invalid', `The mask cannot be used: ${problem.message}`, {
    ...(problem.about === undefined ? {} : { about: problem.about }),
    parameter: 'customMask',
    detail: problem.detail ?? problem.code,
  });
}

function invalid(about: string, message: string): Outcome<never> {
  return failure('mask-invalid', message, { about, parameter: 'customMask' });
}

function isSame(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}
