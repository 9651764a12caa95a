import { openRegular } from '../../../base/regular-file.ts';
import { parseMask } from '#shared/mask/parse.ts';
import { isSameShape } from '#shared/mask/scale.ts';
import { rasterise } from '#shared/mask/raster.ts';
import { isHard, type MaskDocument } from '#shared/mask/document.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { placeOnCanvas } from '#shared/upload-size.ts';
import type { MaskRequest } from '../protocol.ts';
import { isSame, sizeOnCopy, sizeText } from './geometry.ts';
import type { Size } from './geometry.ts';
import type { Bands } from './mask-png.ts';
import { nameOf, wrongMaskShape } from './mask-problems.ts';

/** A mask at the size of the copy of the photo that is uploaded. */
export interface DrawnMask {
  /** Values from 0 to 255, row by row. */
  readonly bands: Bands;
  /** Whether every value is 0 or 255. */
  readonly isHard: boolean;
  /** Conversions that were applied, in words. */
  readonly changes: readonly string[];
}

/** Maximum size of a mask document in bytes; a long session of strokes has a few hundred thousand. */
const MOST_BYTES = 50_000_000;
/** Number of pixels rendered per step; they take only a small part of the process's memory. */
const BAND = 1_000_000;
const BRACE = '{'.charCodeAt(0);

/**
 * Reads a mask document, whose strokes are in pixels of the photo, and renders it at the size of the copy;
 * null if the file is something else. Problems: mask-file-foreign, mask-shape.
 */
export async function drawnMask(request: MaskRequest): Promise<Outcome<DrawnMask> | null> {
  const name = nameOf(request);
  const read = await readDrawing(request.source, name);
  if (read === null || !read.ok) return read;
  const drawing = read.value;
  const photo = { width: request.photoWidth, height: request.photoHeight };
  const wanted = { width: request.width, height: request.height };
  if (!isSameShape(drawing, photo)) return wrongMaskShape(name, drawing, photo);
  return success({
    bands: bandsOf(drawing, photo, wanted),
    isHard: isHard(drawing),
    changes: [
      'the drawn area is kept',
      ...(isSame(drawing, photo) ? [] : [`scaled from ${sizeText(drawing)} to ${sizeText(photo)}`]),
      ...(isSame(photo, wanted) ? [] : [`drawn at ${sizeText(wanted)}`]),
    ],
  });
}

/**
 * Reads the document in a file; null if the file does not begin like a document. Problem:
 * mask-file-foreign.
 */
export async function readDrawing(
  path: string,
  name: string,
): Promise<Outcome<MaskDocument> | null> {
  const text = await textOf(path);
  return text === null ? null : parseMask(jsonOf(text), name);
}

async function textOf(path: string): Promise<string | null> {
  let handle;
  try {
    handle = await openRegular(path, { most: MOST_BYTES });
  } catch {
    return null; // the file is read again as an image, and reading it then reports the error
  }
  try {
    const first = Buffer.alloc(1);
    await handle.read(first, 0, 1, 0);
    return first[0] === BRACE ? await handle.readFile('utf8') : null;
  } finally {
    await handle.close();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Yields the mask on a canvas, placed as the photo was when its copy was made: on the entire canvas, or
 * in the middle of the copy's padding.
 */
export function* bandsOf(drawing: MaskDocument, photo: Size, canvas: Size): Generator<Uint8Array> {
  const inner = sizeOnCopy(photo, canvas);
  const { left, top } = placeOnCanvas(inner, canvas);
  const rows = Math.max(1, Math.floor(BAND / canvas.width));
  for (let y = 0; y < canvas.height; y += rows) {
    const height = Math.min(rows, canvas.height - y);
    const first = Math.max(0, y - top);
    const end = Math.min(inner.height, y + height - top);
    const part = { x: 0, y: first, width: inner.width, height: end - first };
    if (isSame(inner, canvas)) {
      yield rasterise(drawing, inner, part);
      continue;
    }
    const band = new Uint8Array(canvas.width * height);
    if (first < end) {
      const made = rasterise(drawing, inner, part);
      for (let row = 0; row < part.height; row += 1) {
        const line = made.subarray(row * inner.width, (row + 1) * inner.width);
        band.set(line, (first + row + top - y) * canvas.width + left);
      }
    }
    yield band;
  }
}
