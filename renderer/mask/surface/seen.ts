import type { Window } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box } from '../../viewer/view.ts';

/**
 * The visible part of a mask's raster, and its scale. Up to a zoom of 100 %, the raster has one px per device px of the
 * pane. Above 100 %, the raster has one px per px of the photo, so that the user sees exactly the pixels that are
 * uploaded.
 */
export interface VisibleArea {
  /** Size of the whole raster in px. */
  readonly size: Size;
  /** Visible part of the raster, in px of the raster. */
  readonly window: Window;
  /** The part of the pane, in device px, that the visible part of the raster fills. */
  readonly area: Window;
  /** Left edge of the raster, in device px of the pane. */
  readonly left: number;
  readonly top: number;
  /** Device px per px of the raster, horizontally and vertically; 1 up to a zoom of 100 %. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * Returns the visible area; null if the photo is outside the pane. `place` is the photo's position in the pane in
 * device px.
 */
export function seenOf(place: Box, photo: Size, pane: Size): VisibleArea | null {
  const isLarger = place.width > photo.width;
  const size = isLarger ? photo : { width: wholeOf(place.width), height: wholeOf(place.height) };
  const across = along(place.left, wholeOf(place.width), size.width, pane.width);
  const down = along(place.top, wholeOf(place.height), size.height, pane.height);
  if (across === null || down === null) return null;
  return {
    size,
    window: { x: across.first, y: down.first, width: across.count, height: down.count },
    area: { x: across.from, y: down.from, width: across.length, height: down.length },
    left: place.left,
    top: place.top,
    scaleX: across.scale,
    scaleY: down.scale,
  };
}

const wholeOf = (length: number) => Math.max(1, Math.round(length));

function along(start: number, length: number, cells: number, view: number) {
  const from = Math.max(0, start);
  const end = Math.min(view, start + length);
  if (end <= from) return null;
  const scale = length / cells;
  const first = cellAt(from, start, scale, cells);
  const last = cellAt(end - 1, start, scale, cells);
  return { from, length: end - from, first, count: last - first + 1, scale };
}

/** Converts a position in device px to a px of the raster, on one axis. */
function cellAt(device: number, start: number, scale: number, cells: number): number {
  return Math.min(cells - 1, Math.floor((device - start + 0.5) / scale));
}

/** Returns, for each column of device px in the area, the column of the window. */
export function columnsOf({ area, window, left, scaleX, size }: VisibleArea): Int32Array {
  return Int32Array.from(
    { length: area.width },
    (_, at) => cellAt(area.x + at, left, scaleX, size.width) - window.x,
  );
}

/** Returns, for each device px of the area vertically, the line of the window. */
export function linesOf({ area, window, top, scaleY, size }: VisibleArea): Int32Array {
  return Int32Array.from(
    { length: area.height },
    (_, at) => cellAt(area.y + at, top, scaleY, size.height) - window.y,
  );
}

/** Checks whether the whole mask is visible. */
export function isWhole({ size, window }: Pick<VisibleArea, 'size' | 'window'>): boolean {
  return window.width === size.width && window.height === size.height;
}

/**
 * Returns the device px that show a part of the photo, and one px on each side, because an edge line depends on the
 * neighbouring px. Returns null if no device px shows this part.
 */
export function areaOf(bounds: Box, photo: Size, seen: VisibleArea): Window | null {
  const { area, left, top, size, scaleX, scaleY } = seen;
  const across = (size.width / photo.width) * scaleX;
  const down = (size.height / photo.height) * scaleY;
  // a px of the raster is painted if its centre is inside, so its sides extend half a px further
  const x = Math.max(area.x, Math.floor(left + bounds.left * across - scaleX / 2) - 1);
  const y = Math.max(area.y, Math.floor(top + bounds.top * down - scaleY / 2) - 1);
  const endX = left + (bounds.left + bounds.width) * across + scaleX / 2;
  const endY = top + (bounds.top + bounds.height) * down + scaleY / 2;
  const width = Math.min(area.x + area.width, Math.ceil(endX) + 1) - x;
  const height = Math.min(area.y + area.height, Math.ceil(endY) + 1) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
