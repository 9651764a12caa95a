import { failure } from '#shared/failure.ts';
import sharp from 'sharp';
import { success } from '#shared/problem.ts';
import type { Outcome, ProblemCode } from '#shared/problem.ts';
import { placeOnCanvas } from '#shared/upload-size.ts';
import type { MaskRequest } from '../protocol.ts';
import { isSame, sizeOnCopy, sizeText } from './geometry.ts';
import type { Size } from './geometry.ts';
import type { DrawnMask } from './mask-drawing.ts';
import { invalidMask, wrongMaskSize } from './mask-problems.ts';
import { decode } from './pixels.ts';
import type { Pixels } from './pixels.ts';
import { openSource } from './source.ts';
import type { Source } from './source.ts';
import type { RawPreviews } from './raw-preview.ts';

/** How much of the picture is kept, 0 to 255 per pixel. */
export interface MaskPixels {
  readonly data: Buffer;
  readonly size: Size;
  /** Whether every pixel is 0 or 255. */
  readonly isHard: boolean;
  /** Whether transparency determines the kept area. */
  readonly isTransparent: boolean;
}

/**
 * Problem codes for a file that is not a usable picture. For a mask, all of them become one
 * problem.
 */
const unusable: readonly ProblemCode[] = [
  'photo-not-an-image',
  'photo-refused-format',
  'photo-damaged',
  'photo-too-large',
];
/** Maximum distance from black or white that counts as an artefact of lossy compression. */
const noise = 12;
/**
 * Minimum difference between channels that makes a pixel coloured, and the maximum fraction of coloured
 * pixels in a mask.
 */
const coloured = { above: 40, shareAtMost: 0.002 };

/**
 * Reads a mask image at the size of the copy. Transparency determines the kept area; in an opaque image,
 * white does.
 */
export async function imageMask(
  raws: RawPreviews,
  request: MaskRequest,
): Promise<Outcome<DrawnMask>> {
  const opened = await openSource(raws, request.source);
  if (!opened.ok) return asMaskProblem(opened);
  const source = opened.value;
  const wanted = { width: request.width, height: request.height };
  const photo = { width: request.photoWidth, height: request.photoHeight };
  const own = { width: source.probe.width, height: source.probe.height };
  if (!isSame(own, wanted) && !isSame(own, photo))
    return wrongMaskSize(source.name, own, photo, wanted);

  const read = await keptOf(source);
  if (!read.ok) return read;
  const fitted = isSame(own, wanted) ? read.value : await fit(read.value, wanted);
  return success({
    bands: [fitted.data],
    isHard: fitted.isHard,
    changes: [
      keptBy(read.value),
      ...(isSame(own, wanted) ? [] : [`scaled from ${sizeText(own)} to ${sizeText(wanted)}`]),
    ],
  });
}

/** Returns the property that determines the kept area of a mask image, in words. */
export function keptBy({ isTransparent }: Pick<MaskPixels, 'isTransparent'>): string {
  return isTransparent ? 'opaque areas are kept' : 'white areas are kept';
}

/** Reads the kept area of a mask image at the image's own size. */
export async function imageArea(raws: RawPreviews, path: string): Promise<Outcome<MaskPixels>> {
  const opened = await openSource(raws, path);
  return opened.ok ? keptOf(opened.value) : asMaskProblem(opened);
}

async function keptOf(source: Source): Promise<Outcome<MaskPixels>> {
  const pixels = await decode(source);
  return pixels.ok ? readKept(source, pixels.value) : asMaskProblem(pixels);
}

function readKept(source: Source, pixels: Pixels): Outcome<MaskPixels> {
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
    return invalidMask('mask-invalid.colour', source.name);
  }
  return success({ data: kept, size, isHard: between === 0, isTransparent });
}

/**
 * Scales a mask in the same way as the photo: to the entire copy or, if the copy is padded, to the
 * middle of the copy. A hard mask stays hard.
 */
async function fit(kept: MaskPixels, wanted: Size): Promise<MaskPixels> {
  const { width, height } = kept.size;
  const inner = sizeOnCopy(kept.size, wanted);
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
  return { ...kept, data, size: wanted };
}

function asMaskProblem(failed: Outcome<unknown> & { ok: false }): Outcome<never> {
  const { problem } = failed;
  if (!unusable.includes(problem.code)) return failed;
  return failure(
    'mask-unreadable',
    { why: problem },
    {
      ...(problem.about === undefined ? {} : { about: problem.about }),
      parameter: 'customMask',
      detail: problem.detail ?? problem.code,
    },
  );
}
