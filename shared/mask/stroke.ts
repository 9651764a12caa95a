import type { Stroke } from './document.ts';
import type { Pen } from './pen.ts';

/** Where the brush stood. */
interface Stand {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The way from one stand to the next. */
interface Way {
  readonly from: Stand;
  readonly to: Stand;
  /** px */
  readonly length: number;
  /** The direction, of length 1. */
  readonly x: number;
  readonly y: number;
  /** By how much the radius grows a px. */
  readonly wider: number;
}

type Part = Stand | Way;

/**
 * A brush that was moved from stand to stand: the discs where it stood, and between two of them what
 * lies beside the way from one to the other, as wide as the brush was there.
 */
export function paintStroke(pen: Pen, { points, hardness }: Stroke): void {
  const parts = partsOf(points);
  for (const part of parts) {
    eachLine(pen, part, hardness, (line, first, end) => pen.span(line, first, end));
  }
  if (hardness === 1) return;
  for (const part of parts) {
    const fade = 'length' in part ? fadeOfWay(part) : fadeOfDisc(part);
    eachLine(pen, part, 1, (line, first, end) => fadeLine(pen, line, first, end, fade, hardness));
  }
}

function partsOf(points: readonly number[]): Part[] {
  const parts: Part[] = [];
  let from: Stand | null = null;
  for (let at = 0; at + 2 < points.length; at += 3) {
    const to = { x: points[at]!, y: points[at + 1]!, radius: points[at + 2]! };
    parts.push(to);
    const way = from === null ? null : wayTo(from, to);
    if (way !== null) parts.push(way);
    from = to;
  }
  return parts;
}

function wayTo(from: Stand, to: Stand): Way | null {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return null;
  return {
    from,
    to,
    length,
    x: (to.x - from.x) / length,
    y: (to.y - from.y) / length,
    wider: (to.radius - from.radius) / length,
  };
}

/** The columns of each line in which a part lies, of the brush's radius only the part `share`. */
function eachLine(
  pen: Pen,
  part: Part,
  share: number,
  paint: (line: number, first: number, end: number) => void,
): void {
  const [top, bottom] =
    'length' in part ? reachOf(part) : [part.y - part.radius, part.y + part.radius];
  const [first, end] = pen.lines(top, bottom);
  for (let line = first; line < end; line += 1) {
    const y = pen.y(line);
    const span = 'length' in part ? spanOfWay(part, y, share) : spanOfDisc(part, y, share);
    if (span !== null) paint(line, ...pen.columns(...span));
  }
}

function reachOf({ from, to }: Way): readonly [number, number] {
  const reach = Math.max(from.radius, to.radius);
  return [Math.min(from.y, to.y) - reach, Math.max(from.y, to.y) + reach];
}

function spanOfDisc(
  { x, y, radius }: Stand,
  atY: number,
  share: number,
): readonly [number, number] | null {
  const rest = (radius * share) ** 2 - (atY - y) ** 2;
  return rest < 0 ? null : [x - Math.sqrt(rest), x + Math.sqrt(rest)];
}

function spanOfWay(
  { from, length, x, y, wider }: Way,
  atY: number,
  share: number,
): readonly [number, number] | null {
  const away = atY - from.y;
  const half = share * (from.radius + wider * away * y);
  // each side of the way is a straight line: what lies inside keeps a * right + b at 0 or above
  const sides = [
    [x, away * y],
    [-x, length - away * y],
    [share * wider * x + y, half - away * x],
    [share * wider * x - y, half + away * x],
  ] as const;
  let left = -Infinity;
  let right = Infinity;
  for (const [a, b] of sides) {
    if (a > 0) left = Math.max(left, -b / a);
    else if (a < 0) right = Math.min(right, -b / a);
    else if (b < 0) return null;
  }
  return left <= right ? [from.x + left, from.x + right] : null;
}

/** By what the brush fades beside a part of a stroke. */
interface Fade {
  /** Of a disc, its middle; of a way, the stand it begins at. */
  readonly x: number;
  readonly y: number;
  /** px of the brush's radius at x and y. */
  readonly radius: number;
  /** Null of a disc. */
  readonly way: Way | null;
}

const fadeOfDisc = ({ x, y, radius }: Stand): Fade => ({ x, y, radius, way: null });
const fadeOfWay = (way: Way): Fade => ({ ...way.from, way });

/**
 * Puts on the columns of a line how much the brush keeps of them: all up to `hardness` of its radius,
 * from there less and less. What is wholly painted by now, most of it, needs no look at how far it is.
 */
function fadeLine(
  pen: Pen,
  line: number,
  first: number,
  end: number,
  { x, y, radius, way }: Fade,
  hardness: number,
): void {
  const { plane, isAdding } = pen;
  const whole = isAdding ? 255 : 0;
  const down = pen.y(line) - y;
  const start = pen.x(first) - x;
  const step = pen.x(first + 1) - pen.x(first);
  const row = line * pen.width + first;
  for (let column = 0; column < end - first; column += 1) {
    const before = plane[row + column]!;
    if (before === whole) continue;
    const right = start + column * step;
    const far =
      way === null
        ? Math.sqrt(right * right + down * down) / radius
        : Math.abs(down * way.x - right * way.y) /
          (radius + (right * way.x + down * way.y) * way.wider);
    if (far > 1) continue;
    const value = far <= hardness ? 255 : Math.round((255 * (1 - far)) / (1 - hardness));
    if (!isAdding) {
      if (255 - value < before) plane[row + column] = 255 - value;
    } else if (value > before) plane[row + column] = value;
  }
}
