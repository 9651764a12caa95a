import type { Path } from './document.ts';
import type { Pen } from './pen.ts';

interface Crossing {
  readonly x: number;
  /** 1 if the path goes down at this edge, -1 if it goes up. */
  readonly way: number;
}

/** Paints the area inside a closed path (nonzero rule: areas that the path encloses twice are inside, too). */
export function paintPath(pen: Pen, { points }: Path): void {
  const edges = edgesOf(points);
  const ys = points.filter((_, at) => at % 2 === 1);
  if (edges.length === 0) return;
  const [first, end] = pen.lines(least(ys), most(ys));
  for (let line = first; line < end; line += 1) {
    const crossings = crossingsAt(edges, pen.y(line));
    let winding = 0;
    for (const [at, { x, way }] of crossings.entries()) {
      winding += way;
      const next = crossings[at + 1];
      if (winding !== 0 && next !== undefined) pen.span(line, ...pen.columns(x, next.x));
    }
  }
}

interface Edge {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  /** Change of x for each px down. */
  readonly slope: number;
  readonly way: number;
}

function edgesOf(points: readonly number[]): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    const next = (at + 2) % points.length;
    const [toX, toY] = [points[next]!, points[next + 1]!];
    if (y === toY) continue;
    const slope = (toX - x) / (toY - y);
    edges.push(
      y < toY
        ? { x, top: y, bottom: toY, slope, way: 1 }
        : { x: toX, top: toY, bottom: y, slope, way: -1 },
    );
  }
  return edges.toSorted((one, other) => one.top - other.top);
}

function crossingsAt(edges: readonly Edge[], y: number): Crossing[] {
  const crossings: Crossing[] = [];
  for (const { x, top, bottom, slope, way } of edges) {
    if (top > y) break;
    if (y < bottom) crossings.push({ x: x + (y - top) * slope, way });
  }
  return crossings.sort((one, other) => one.x - other.x);
}

const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other));
const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other));
