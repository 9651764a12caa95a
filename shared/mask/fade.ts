import type { Pen } from './pen.ts';
import { cornerOf, leftOf, rightOf, stripOf } from './stroke-parts.ts';
import type { Side, Stand, Way } from './stroke-parts.ts';

/** Overlap of two neighbouring areas in px, so that rounding leaves no gap between them. */
const SLACK = 0.01;

/**
 * Paints the soft edge of the brush along a segment. The fraction `hardness` of the radius has already been painted
 * fully.
 */
export function fadeWay(pen: Pen, way: Way, hardness: number): void {
  const whole = stripOf(way, 1);
  const core = stripOf(way, hardness);
  const fade = fadeFrom(hardness);
  const end = pen.endLine(whole.bottom);
  for (let line = pen.firstLine(whole.top); line < end; line += 1) {
    const y = pen.y(line);
    const from = pen.firstColumn(leftOf(whole, y));
    const to = pen.endColumn(rightOf(whole, y));
    const isInCore = y >= core.top && y <= core.bottom;
    const coreFrom = isInCore ? pen.firstColumn(leftOf(core, y)) : to;
    const coreTo = isInCore ? Math.max(coreFrom, pen.endColumn(rightOf(core, y))) : to;
    fadeLineOfWay(pen, line, from, Math.min(to, coreFrom), way, fade);
    fadeLineOfWay(pen, line, Math.max(from, coreTo), to, way, fade);
  }
}

/**
 * Paints the soft edge of the brush around a point, except where an adjacent segment is nearer. If the brush does not
 * get narrower along a segment, the segment is nearer for all pixels beside it.
 */
export function fadeStand(
  pen: Pen,
  stand: Stand,
  before: Way | null,
  after: Way | null,
  hardness: number,
): void {
  const { x, y, radius } = stand;
  const fade = fadeFrom(hardness);
  const around = cornerOf(stand, y - radius, y + radius, [
    ...(before === null ? [] : [sideOf(-before.x, -before.y, before.wider, radius)]),
    ...(after === null ? [] : [sideOf(after.x, after.y, -after.wider, radius)]),
  ]);
  const end = pen.endLine(around.bottom);
  for (let line = pen.firstLine(around.top); line < end; line += 1) {
    const down = pen.y(line) - y;
    const half = Math.sqrt(Math.max(0, radius * radius - down * down));
    const from = pen.firstColumn(Math.max(x - half, leftOf(around, y + down)));
    const to = pen.endColumn(Math.min(x + half, rightOf(around, y + down)));
    if (from >= to) continue;
    const core = Math.sqrt(Math.max(0, (radius * hardness) ** 2 - down * down));
    const coreFrom = core === 0 ? to : pen.firstColumn(x - core);
    const coreTo = core === 0 ? to : pen.endColumn(x + core);
    fadeLineOfStand(pen, line, from, Math.min(to, coreFrom), stand, fade);
    fadeLineOfStand(pen, line, Math.max(from, coreTo), to, stand, fade);
  }
}

/**
 * Returns the boundary between the soft edge of a point and the soft edge of a segment that starts there.
 * Distances count as fractions of the brush's radius, and the brush gets narrower along the segment by `narrower`
 * px per px. The segment is nearer beyond the boundary, where (beside² + along²) / radius² is no less than beside²
 * / (radius - narrower × along)².
 */
function sideOf(x: number, y: number, narrower: number, radius: number): Side {
  return { x, y, most: Math.max(0, 2 * narrower * radius) + SLACK };
}

/** Returns the change of the value per fraction of the radius; the value is zero at the full radius. */
const fadeFrom = (hardness: number) => 255 / (1 - hardness);

function fadeLineOfWay(
  pen: Pen,
  line: number,
  first: number,
  end: number,
  { from, x, y, wider }: Way,
  fade: number,
): void {
  if (first >= end) return;
  const { plane, isAdding, start, across } = pen;
  const row = line * pen.width;
  const down = pen.y(line) - from.y;
  // Distance of a column from the segment, and the radius at that column, both with their change per column. Columns
  // are counted from the raster's border, so that the result does not depend on the window.
  const beside = down * x + from.x * y;
  const besideEach = -y * across;
  const radius = from.radius + (down * y - from.x * x) * wider;
  const radiusEach = x * across * wider;
  for (let column = first; column < end; column += 1) {
    const before = plane[row + column]!;
    if (before === (isAdding ? 255 : 0)) continue;
    const at = column + start;
    const far = Math.abs(beside + at * besideEach) / (radius + at * radiusEach);
    put(plane, row + column, before, (1 - far) * fade, isAdding);
  }
}

function fadeLineOfStand(
  pen: Pen,
  line: number,
  first: number,
  end: number,
  { x, y, radius }: Stand,
  fade: number,
): void {
  if (first >= end) return;
  const { plane, isAdding, start, across } = pen;
  const row = line * pen.width;
  const down = (pen.y(line) - y) ** 2;
  const each = fade / radius;
  for (let column = first; column < end; column += 1) {
    const before = plane[row + column]!;
    if (before === (isAdding ? 255 : 0)) continue;
    const right = (column + start) * across - x;
    put(plane, row + column, before, fade - Math.sqrt(right * right + down) * each, isAdding);
  }
}

function put(plane: Uint8Array, at: number, before: number, kept: number, isAdding: boolean): void {
  const value = Math.min(255, (kept + 0.5) | 0);
  if (isAdding) {
    if (value > before) plane[at] = value;
  } else if (255 - value < before) plane[at] = 255 - value;
}
