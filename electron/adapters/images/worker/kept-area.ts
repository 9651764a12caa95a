import { basename } from 'node:path';
import sharp from 'sharp';
import { rasterise } from '#shared/mask/raster.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { writeWhole } from './file.ts';
import type { Size } from './geometry.ts';
import { readDrawing } from './mask-drawing.ts';
import { imageArea } from './mask-image.ts';
import type { RawPreviews } from './raw-preview.ts';

/** Writes the area that a mask keeps as a grey picture for a screen, in which white is kept. */
export async function keptArea(
  raws: RawPreviews,
  request: {
    readonly source: string;
    readonly target: string;
    /** Maximum length of a drawn mask's long side in px. */
    readonly longSide: number;
  },
): Promise<Outcome<Size>> {
  const area =
    (await drawnArea(request.source, request.longSide)) ?? (await imageArea(raws, request.source));
  if (!area.ok) return area;
  const { data, size } = area.value;
  const png = await sharp(data, { raw: { ...size, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  const written = await writeWhole(request.target, png);
  return written.ok ? success(size) : written;
}

async function drawnArea(
  path: string,
  longSide: number,
): Promise<Outcome<{ readonly data: Uint8Array; readonly size: Size }> | null> {
  const read = await readDrawing(path, basename(path));
  if (read === null || !read.ok) return read;
  const { width, height } = read.value;
  const factor = Math.min(1, longSide / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  };
  return success({ data: rasterise(read.value, size, { x: 0, y: 0, ...size }), size });
}
