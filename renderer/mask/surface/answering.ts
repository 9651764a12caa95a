import type { Combine, MaskDocument, Operation } from '#shared/mask/document.ts';
import { rasterise } from '#shared/mask/raster.ts';
import { regionOf } from '#shared/mask/region.ts';
import { PROXY, type Size } from '#shared/pictures.ts';
import { bucket, holes } from '../areas/bucket.ts';
import { calmed } from '../areas/calm.ts';
import { EdgeBrush } from '../areas/edge-brush.ts';
import type { Pixels } from '../areas/pixels.ts';
import { wand } from '../areas/wand.ts';
import type { Lack, RasterRequest } from './messages.ts';

/** Maximum number of runs of cells in a region. If a region has more, its noise is reduced up to `MOST_TIMES` times. */
const MOST_RUNS = 300_000;
const MOST_TIMES = 4;

/** The lowest mask value that counts as kept. */
const KEPT = 128;

/** What the worker has received and computed before a request. */
interface Known {
  readonly document: MaskDocument;
  /** The photo's pixels; null until received. */
  readonly pixels: Pixels | null;
  /** The cells that the current stroke has found, if the brush compares colours; otherwise null. */
  readonly found: Uint8Array | null;
}

/** Returns the operation for a request, or the reason why there is no operation. */
export function answerTo(wanted: RasterRequest, known: Known): Operation | Lack {
  switch (wanted.kind) {
    case 'wand': {
      const { document, pixels } = known;
      return pixels === null ? 'photo' : pointedAt(wanted, document, pixels);
    }
    case 'edges': {
      const { document, pixels, found } = known;
      if (pixels === null) return 'photo';
      const cells = found ?? walkedOver(wanted, document, pixels);
      // the screen already shows these cells, so the region must contain exactly these cells
      const region = regionOf(cells, pixels.width, pixels.height, wanted.stroke.combine);
      return region.runs.length > 1 ? region : NOTHING;
    }
    case 'bucket':
    case 'holes':
      return within(wanted, known.document);
  }
}

const NOTHING = 'nothing-there' satisfies Lack;

type Of<Kind> = Extract<RasterRequest, { readonly kind: Kind }>;

function pointedAt(
  { x, y, tolerance, isContiguous, combine }: Of<'wand'>,
  photo: Size,
  pixels: Pixels,
): Operation | Lack {
  const cells = wand(pixels, cellAt(x, y, photo, pixels), tolerance, isContiguous);
  return regionIn(cells, pixels, combine);
}

function walkedOver({ stroke, tolerance }: Of<'edges'>, photo: Size, pixels: Pixels) {
  const brush = new EdgeBrush(pixels, tolerance);
  const across = pixels.width / photo.width;
  const { points } = stroke;
  for (let at = 0; at + 2 < points.length; at += 3) {
    brush.paint(points[at]! * across, points[at + 1]! * across, points[at + 2]! * across);
  }
  return brush.cells;
}

function within(wanted: Of<'bucket' | 'holes'>, document: MaskDocument): Operation | Lack {
  const scale = Math.min(1, PROXY / Math.max(document.width, document.height));
  const width = Math.max(1, Math.round(document.width * scale));
  const height = Math.max(1, Math.round(document.height * scale));
  const plane = rasterise(document, { width, height }, { x: 0, y: 0, width, height });
  const size = { width, height };
  if (wanted.kind === 'holes') return regionIn(holes(plane, width, height), size, 'add');
  const { column, row } = cellAt(wanted.x, wanted.y, document, size);
  const isKept = (plane[row * width + column] ?? 0) >= KEPT;
  // the clicked area is already filled or cleared, as requested
  if (isKept === (wanted.combine === 'add')) return NOTHING;
  return regionIn(bucket(plane, width, height, column, row), size, wanted.combine);
}

/** Converts cells to a region that is short enough to be saved. */
function regionIn(cells: Uint8Array, size: Size, combine: Combine): Operation | Lack {
  let found = cells;
  let region = regionOf(found, size.width, size.height, combine);
  for (let time = 0; time < MOST_TIMES && region.runs.length > MOST_RUNS; time += 1) {
    found = calmed(found, size);
    region = regionOf(found, size.width, size.height, combine);
  }
  return region.runs.length > 1 ? region : NOTHING;
}

function cellAt(x: number, y: number, photo: Size, { width, height }: Size) {
  return {
    column: Math.floor((x * width) / photo.width),
    row: Math.floor((y * height) / photo.height),
  };
}
