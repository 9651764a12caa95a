import type { Pen } from './pen.ts';
import { cornerOf, leftOf, rightOf, stripOf } from './stroke-parts.ts';
import type { Side, Stand, Way } from './stroke-parts.ts';

/** px more than need be, so that no pixel is lost between two parts where numbers are rounded. */
const SLACK = 0.01;

/**
 * Puts beside a way how much the brush keeps there, outside of the part `hardness` of its radius, which
 * is wholly painted already.
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
 * The same around a stand, as far as no way keeps more: beside a way on which the brush does not grow
 * narrower nothing is nearer than the way itself.
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
 * How far a stand is looked at towards a way. Where the brush grows narrower by so many px a px,
 * further away than this the way is nearer in parts of its radius: (beside² + along²) / radius² is no
 * less than beside² / (radius - narrower * along)².
 */
function sideOf(x: number, y: number, narrower: number, radius: number): Side {
  return { x, y, most: Math.max(0, 2 * narrower * radius) + SLACK };
}

/** Values a part of the radius, from none at the whole of it. */
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
  // how far beside the way a column is, and the radius there, both by so much a column; counted from
  // the raster's own border each is the same in whichever window it is painted
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
