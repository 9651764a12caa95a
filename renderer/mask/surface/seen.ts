import type { Window } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box } from '../../viewer/view.ts';

/**
 * The part of a mask that a pane shows, and how large. Up to 100 % the raster has a px for each of the
 * pane; above it has one for each of the photo, so that one sees the very pixels that are sent.
 */
export interface VisibleArea {
  /** px of the whole raster. */
  readonly size: Size;
  /** px of the raster that are in the pane. */
  readonly window: Window;
  /** Device px of the pane that it fills. */
  readonly area: Window;
  /** Device px of the pane at which the raster begins. */
  readonly left: number;
  readonly top: number;
  /** Device px per px of the raster, across and down; 1 up to 100 %. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** `place`: where the photo lies in the pane, device px; null where none of it is in the pane. */
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

function along(start: number, length: number, cells: number, room: number) {
  const from = Math.max(0, start);
  const end = Math.min(room, start + length);
  if (end <= from) return null;
  const scale = length / cells;
  const first = cellAt(from, start, scale, cells);
  const last = cellAt(end - 1, start, scale, cells);
  return { from, length: end - from, first, count: last - first + 1, scale };
}

/** The px of the raster under a device px. */
function cellAt(device: number, start: number, scale: number, cells: number): number {
  return Math.min(cells - 1, Math.floor((device - start + 0.5) / scale));
}

/** The columns (or lines) of the window that the device px of the area show, one after the other. */
export function columnsOf({ area, window, left, scaleX, size }: VisibleArea): Int32Array {
  return Int32Array.from(
    { length: area.width },
    (_, at) => cellAt(area.x + at, left, scaleX, size.width) - window.x,
  );
}

/** As `columnsOf`, downwards. */
export function linesOf({ area, window, top, scaleY, size }: VisibleArea): Int32Array {
  return Int32Array.from(
    { length: area.height },
    (_, at) => cellAt(area.y + at, top, scaleY, size.height) - window.y,
  );
}

/** Whether the whole of the mask is in the pane. */
export function isWhole({ size, window }: Pick<VisibleArea, 'size' | 'window'>): boolean {
  return window.width === size.width && window.height === size.height;
}

/**
 * The device px, in the area, that px of the photo are shown with, and one more all around, because an
 * edge is drawn by what lies beside it. Null where none are.
 */
export function areaOf(bounds: Box, photo: Size, seen: VisibleArea): Window | null {
  const { area, left, top, size, scaleX, scaleY } = seen;
  const across = (size.width / photo.width) * scaleX;
  const down = (size.height / photo.height) * scaleY;
  // a px of the raster counts where its middle is painted: its sides reach further by half of it
  const x = Math.max(area.x, Math.floor(left + bounds.left * across - scaleX / 2) - 1);
  const y = Math.max(area.y, Math.floor(top + bounds.top * down - scaleY / 2) - 1);
  const endX = left + (bounds.left + bounds.width) * across + scaleX / 2;
  const endY = top + (bounds.top + bounds.height) * down + scaleY / 2;
  const width = Math.min(area.x + area.width, Math.ceil(endX) + 1) - x;
  const height = Math.min(area.y + area.height, Math.ceil(endY) + 1) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
