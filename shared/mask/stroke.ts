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
  // what is wholly painted by now, most of it, needs no look at how far it is
  for (const part of parts) {
    const far = farFrom(part);
    eachLine(pen, part, 1, (line, first, end) => {
      const y = pen.y(line);
      for (let column = first; column < end; column += 1) {
        if (pen.isWhole(line, column)) continue;
        pen.dot(line, column, fade(far(pen.x(column), y), hardness));
      }
    });
  }
}

/** Of a place that is so far from the middle of the brush, as a part of its radius: 0 to 255. */
function fade(far: number, hardness: number): number {
  if (far > 1) return 0;
  return far <= hardness ? 255 : Math.round((255 * (1 - far)) / (1 - hardness));
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

/** How far a place is from the middle of a part, as a part of its radius. */
function farFrom(part: Part): (x: number, y: number) => number {
  if (!('length' in part)) {
    return (x, y) => Math.sqrt((x - part.x) ** 2 + (y - part.y) ** 2) / part.radius;
  }
  const { from, wider } = part;
  return (x, y) => {
    const [right, down] = [x - from.x, y - from.y];
    const along = right * part.x + down * part.y;
    return Math.abs(down * part.x - right * part.y) / (from.radius + along * wider);
  };
}
