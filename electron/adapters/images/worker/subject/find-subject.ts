import sharp, { type Sharp } from 'sharp';
import { failure } from '#shared/failure.ts';
import { regionOf } from '#shared/mask/region.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Size } from '#shared/pictures.ts';
import type { FoundSubject } from '../../types.ts';
import type { RawPreviews } from '../raw-preview.ts';
import { decodeFailure, openSource, pipeline, type Source } from '../source.ts';
import { alignToEdges, type Rgb } from './guided.ts';
import { likelySubject, NETWORK_SIDE } from './network.ts';

/** Longest side in px of the mask. */
const MASK_SIDE = 1600;
/** Longest side in px of the copy to whose edges the mask is aligned. */
const EDGE_SIDE = 800;
const HALF = 127;
/** Alpha below which a photo counts as cut out. */
const TRANSPARENT = 16;
/** Minimum fraction of the photo that a subject covers; a smaller area is noise. */
const LEAST_SHARE = 0.002;
/** Maximum fraction of the photo that a subject covers; a larger area is the entire photo. */
const MOST_SHARE = 0.98;

/**
 * Finds the subject of a photo: its opaque part if the photo is a cut-out, otherwise the part that
 * the neural network detects. Problems: subject-none, those of reading the photo.
 */
export async function findSubject(
  raws: RawPreviews,
  { source }: { readonly source: string },
): Promise<Outcome<FoundSubject>> {
  const opened = await openSource(raws, source);
  if (!opened.ok) return opened;
  let found: { readonly data: Uint8Array; readonly size: Size };
  try {
    found = await maskOf(opened.value);
  } catch (error) {
    return decodeFailure(opened.value.name, error);
  }
  const { data, size } = found;
  const cells = data.map((value) => (value > HALF ? 255 : 0));
  const share = cells.reduce((sum, value) => sum + value, 0) / (255 * cells.length);
  if (share < LEAST_SHARE || share > MOST_SHARE) {
    const { name } = opened.value;
    return failure('subject-none', { name }, { about: name });
  }
  const { width, height } = opened.value.probe;
  return success({ width, height, operation: regionOf(cells, size.width, size.height, 'add') });
}

async function maskOf(source: Source): Promise<{ data: Uint8Array; size: Size }> {
  // in a damaged photo, the subject is searched for in the part that can be decoded
  const image = (await pipeline(source, { failOn: 'none' })).resize(MASK_SIDE, MASK_SIDE, {
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const size = { width, height };
  const raw = { ...size, channels };
  if (source.probe.hasAlpha) {
    const alpha = await sharp(data, { raw }).extractChannel('alpha').raw().toBuffer();
    if (alpha.some((value) => value < TRANSPARENT)) return { data: alpha, size };
  }
  const opaque = await rgbOf(sharp(data, { raw }));
  const likely = await likelySubject(
    await resized(opaque, { width: NETWORK_SIDE, height: NETWORK_SIDE }),
  );
  const scale = Math.min(1, EDGE_SIDE / Math.max(width, height));
  const small = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  return {
    data: alignToEdges(opaque, await resized(opaque, small), enlarged(likely, small)),
    size,
  };
}

async function rgbOf(image: Sharp): Promise<Rgb> {
  const { data, info } = await image
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function resized({ data, width, height }: Rgb, to: Size): Promise<Rgb> {
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  return rgbOf(image.resize(to.width, to.height, { fit: 'fill' }));
}

/** Enlarges the neural network's output, with linear interpolation. */
function enlarged(likely: Float32Array, { width, height }: Size): Float32Array {
  const near = (at: number, count: number) => {
    const place = ((at + 0.5) * NETWORK_SIDE) / count - 0.5;
    const low = Math.min(Math.max(Math.floor(place), 0), NETWORK_SIDE - 1);
    const part = Math.min(Math.max(place - low, 0), 1);
    return { low, high: Math.min(low + 1, NETWORK_SIDE - 1), part };
  };
  const columns = Array.from({ length: width }, (_, x) => near(x, width));
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const { low, high, part } = near(y, height);
    const [above, below] = [low * NETWORK_SIDE, high * NETWORK_SIDE];
    for (const [x, column] of columns.entries()) {
      const at = (line: number) => {
        const left = likely[line + column.low]!;
        return left + (likely[line + column.high]! - left) * column.part;
      };
      const upper = at(above);
      values[y * width + x] = upper + (at(below) - upper) * part;
    }
  }
  return values;
}
