import { rm } from 'node:fs/promises';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import type { MaskRequest, MaskSource } from '../protocol.ts';
import type { MaskInfo, PreparedMask } from '../types.ts';
import type { Size } from './geometry.ts';
import { bandsOf, drawnMask, readDrawing } from './mask-drawing.ts';
import { imageArea, imageMask } from './mask-image.ts';
import { writeMaskPng, type Bands } from './mask-png.ts';
import { keepsSome, nameOf } from './mask-problems.ts';
import type { RawPreviews } from './raw-preview.ts';

/**
 * Writes the mask that is sent to the service (interface: "customMask"): an RGBA PNG of exactly the copy's size,
 * white where the picture is kept and (0,0,0,0) elsewhere. The source is an image, or a mask document
 * drawn in Darkslide.
 */
export async function mask(
  raws: RawPreviews,
  request: MaskRequest,
): Promise<Outcome<PreparedMask>> {
  const drawn = (await drawnMask(request)) ?? (await imageMask(raws, request));
  if (!drawn.ok) return drawn;
  const { changes } = drawn.value;
  const file = `${request.target}.png`;
  const written = await writeMaskPng(file, request, drawn.value);
  if (!written.ok) return written;
  const { bytes, kept } = written.value;
  const useful = keepsSome(nameOf(request), kept);
  if (useful.ok) return success({ file, bytes, kept, changes });
  await rm(file, { force: true });
  return useful;
}

/** Reads information about a mask at its own size, without writing. Problem: mask-invalid. */
export async function inspectMask(
  raws: RawPreviews,
  source: MaskSource,
): Promise<Outcome<MaskInfo>> {
  const area = (await drawnArea(source)) ?? (await imageArea(raws, source.source));
  if (!area.ok) return area;
  const { size } = area.value;
  const isDrawn = 'bands' in area.value;
  const bands = 'bands' in area.value ? area.value.bands : [area.value.data];
  const kept = sumOf(bands) / (255 * size.width * size.height);
  const useful = keepsSome(nameOf(source), kept);
  return useful.ok ? success({ ...size, kept, isDrawn }) : useful;
}

async function drawnArea(
  source: MaskSource,
): Promise<Outcome<{ readonly size: Size; readonly bands: Bands }> | null> {
  const read = await readDrawing(source.source, nameOf(source));
  if (read === null || !read.ok) return read;
  const { width, height } = read.value;
  const size = { width, height };
  return success({ size, bands: bandsOf(read.value, size, size) });
}

function sumOf(bands: Bands): number {
  let sum = 0;
  for (const band of bands) {
    for (let at = 0; at < band.length; at += 1) sum += band[at]!;
  }
  return sum;
}
