import sharp from 'sharp';
import type { Region } from '#shared/mask/document.ts';
import { rasterise } from '#shared/mask/raster.ts';
import { regionOf, shadesOf } from '#shared/mask/region.ts';
import { isSameShape } from '#shared/mask/scale.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { LoadMaskRequest } from '../protocol.ts';
import type { LoadedMask } from '../types.ts';
import { isSame, sizeText } from './geometry.ts';
import type { Size } from './geometry.ts';
import { readDrawing } from './mask-drawing.ts';
import { imageArea, keptBy } from './mask-image.ts';
import { keepsSome, nameOf, wrongMaskShape } from './mask-problems.ts';
import type { RawPreviews } from './raw-preview.ts';

/**
 * Maximum number of runs in an area, because all runs are saved together and stay in memory while
 * the mask is edited; this many take a few megabytes.
 */
const MOST_RUNS = 1_000_000;
/** Maximum number of cells per side of an area. */
const MOST_CELLS = 20_000;

/** The area that a mask keeps, cell by cell. */
interface Area {
  /** Values from 0 to 255, row by row. */
  readonly data: Uint8Array;
  readonly size: Size;
  readonly isHard: boolean;
  /** Conversions that were applied so far, in words. */
  readonly changes: readonly string[];
}

/**
 * Reads a mask for the editor as an area over the photo. The area has one cell per pixel, or fewer
 * cells if that would be too much to edit. The mask must have the photo's size, or at least its
 * aspect ratio. Problems: those of `loadMask` of `Images`.
 */
export async function loadMask(
  raws: RawPreviews,
  request: LoadMaskRequest,
): Promise<Outcome<LoadedMask>> {
  const photo = { width: request.photoWidth, height: request.photoHeight };
  const name = nameOf(request);
  const read = (await drawnArea(request, photo)) ?? (await areaOfImage(raws, request.source));
  if (!read.ok) return read;
  const { size, data, changes } = read.value;
  if (!isSameShape(size, photo)) return wrongMaskShape(name, size, photo);
  const useful = keepsSome(name, data.reduce((sum, value) => sum + value, 0) / (255 * data.length));
  if (!useful.ok) return useful;
  const { operation, cells } = await operationOf(read.value);
  return success({
    operation,
    changes: [
      ...changes,
      ...(isSame(size, photo) ? [] : [`scaled from ${sizeText(size)} to ${sizeText(photo)}`]),
      ...(isSame(size, cells) ? [] : [`in steps of ${stepText(photo, cells)} px`]),
    ],
  });
}

async function drawnArea(request: LoadMaskRequest, photo: Size): Promise<Outcome<Area> | null> {
  const name = nameOf(request);
  const read = await readDrawing(request.source, name);
  if (read === null || !read.ok) return read;
  const { width, height } = read.value;
  if (!isSameShape(read.value, photo)) return wrongMaskShape(name, { width, height }, photo);
  const scaled = `scaled from ${sizeText({ width, height })} to ${sizeText(photo)}`;
  const data = rasterise(read.value, photo, { x: 0, y: 0, ...photo });
  return success({
    data,
    size: photo,
    isHard: data.every((value) => value === 0 || value === 255),
    changes: ['the drawn area is kept', ...(isSame(read.value, photo) ? [] : [scaled])],
  });
}

async function areaOfImage(raws: RawPreviews, path: string): Promise<Outcome<Area>> {
  const kept = await imageArea(raws, path);
  return kept.ok ? success({ ...kept.value, changes: [keptBy(kept.value)] }) : kept;
}

async function operationOf(area: Area): Promise<{ operation: Region; cells: Size }> {
  let { data, size } = area;
  for (;;) {
    const { width, height } = size;
    const operation = area.isHard
      ? regionOf(data, width, height, 'replace')
      : shadesOf(data, width, height, 'replace');
    if (operation.runs.length <= MOST_RUNS && Math.max(width, height) <= MOST_CELLS) {
      return { operation, cells: size };
    }
    size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
    data = await smaller(data, { width, height }, size, area.isHard);
  }
}

async function smaller(
  data: Uint8Array,
  { width, height }: Size,
  to: Size,
  isHard: boolean,
): Promise<Uint8Array> {
  const raw = { width, height, channels: 1 } as const;
  const half = sharp(data, { raw, limitInputPixels: false })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'linear' })
    .toColourspace('b-w');
  const cells = isHard ? half.threshold(128) : half;
  return cells.raw().toBuffer();
}

function stepText(photo: Size, cells: Size): string {
  return String(Math.round((10 * photo.width) / cells.width) / 10);
}
