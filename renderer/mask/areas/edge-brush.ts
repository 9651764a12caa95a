import type { Window } from '#shared/mask/pen.ts';
import { colourOf } from './colour.ts';
import { flood } from './flood.ts';
import type { Pixels } from './pixels.ts';
import { EDGE_AT, NUMBERS, SCALE, smoothed } from './smooth.ts';

/** A brush on its way over a photo; places are cells of it, from the left upper corner of the first. */
export interface EdgeBrush {
  /**
   * Moves the brush to a place, straight from the one before, and adds what it finds there. Gives the
   * part of the photo in which cells were added, or null.
   */
  paint(x: number, y: number, radius: number): Window | null;
  /** All that was found so far: 255, the others 0. */
  readonly cells: Uint8Array<ArrayBuffer>;
}

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The mean of colours, in the numbers of `smoothed`. */
type Mean = readonly [number, number, number];

/** What is known of a cell of a circle. */
const OTHER = 1;
const LIKE = 2;
/** Steps to the end of an edge: it is drawn inwards by two cells where colours are smoothed, aslant by four. */
const STEPS = 4;

/** From one stand to the next at most, parts of the radius. */
const SPACING = 1 / 3;
/** Cells; a circle that is as large holds the middle of the cell that it stands on. */
const LEAST_RADIUS = 0.75;
/** What lies under the middle: part of the radius, and cells at least and at most. */
const MIDDLE = { ofRadius: 1 / 8, least: 1, most: 4 };
/** How strong an edge stops the brush: part of the tolerance, and how far colours are apart at least. */
const EDGE = { ofTolerance: 0.4, least: 0.04 };

/**
 * A brush that takes, wherever it stands, only what lies inside its circle, is like the colour under its
 * middle and hangs together with the middle without an edge between them. With a tolerance of 0 that is
 * the very same colour, with 100 what is as far from it as black from white.
 */
export function edgeBrush(pixels: Pixels, tolerance: number): EdgeBrush {
  const { data, width, height } = pixels;
  const cells = new Uint8Array(width * height);
  const { values, make } = smoothed(pixels);
  const most = ((tolerance / 100) * SCALE) ** 2;
  const strongest = Math.max(EDGE.least, (tolerance / 100) * EDGE.ofTolerance) * SCALE;
  let last: Circle | null = null;

  function paint(x: number, y: number, radius: number): Window | null {
    const to = { x, y, radius: Math.max(LEAST_RADIUS, radius) };
    const changed = way(last ?? to, to).flatMap((stand) => stood(stand) ?? []);
    last = to;
    return changed.length === 0 ? null : changed.reduce(around);
  }

  /** Adds what a stand finds. */
  function stood(stand: Circle): Window | null {
    if (stand.x < 0 || stand.y < 0 || stand.x >= width || stand.y >= height) return null;
    const window = windowOf(stand, width, height);
    make(window.x, window.y, window.x + window.width, window.y + window.height);
    const reach = Math.max(MIDDLE.least, stand.radius * MIDDLE.ofRadius);
    const middle = cellsIn(window, {
      ...stand,
      radius: Math.min(MIDDLE.most, reach, stand.radius),
    });
    const mean = meanOf(window, middle);
    const seen = looked(window, stand, mean);
    const open = withoutEdges(window, seen);
    // an edge under the middle itself stops nothing
    for (const at of middle) open[at] = seen[at] === LIKE ? 1 : 0;
    const found = flood(open, window, middle);
    addEdge(
      found,
      window,
      (at) => seen[at] === LIKE || (seen[at] === OTHER && isNear(window, at, mean)),
    );
    return add(window, found);
  }

  function meanOf(window: Window, places: readonly number[]): Mean {
    const axes = [0, 1, 2] as const;
    return axes.map(
      (axis) =>
        places.reduce((sum, at) => sum + values[cellAt(window, at) * NUMBERS + axis]!, 0) /
        places.length,
    ) as [number, number, number];
  }

  /** What lies in a circle, and is like a colour. */
  function looked(window: Window, circle: Circle, [toL, toA, toB]: Mean): Uint8Array {
    const seen = new Uint8Array(window.width * window.height);
    for (let row = 0; row < window.height; row += 1) {
      const [first, end] = columnsIn(window, circle, row);
      const start = row * window.width;
      let value = cellAt(window, start + first) * NUMBERS;
      for (let at = start + first; at < start + end; at += 1, value += NUMBERS) {
        const l = values[value]! - toL;
        const a = values[value + 1]! - toA;
        const b = values[value + 2]! - toB;
        seen[at] = l * l + a * a + b * b <= most ? LIKE : OTHER;
      }
    }
    return seen;
  }

  function withoutEdges(window: Window, seen: Uint8Array): Uint8Array {
    const open = new Uint8Array(seen.length);
    for (let row = 0; row < window.height; row += 1) {
      const start = row * window.width;
      let value = cellAt(window, start) * NUMBERS + EDGE_AT;
      for (let at = start; at < start + window.width; at += 1, value += NUMBERS) {
        if (seen[at] === LIKE && values[value]! <= strongest) open[at] = 1;
      }
    }
    return open;
  }

  /** Whether a cell as it is, not smoothed, is like a colour. */
  function isNear(window: Window, at: number, [toL, toA, toB]: Mean): boolean {
    const byte = cellAt(window, at) * 4;
    const colour = colourOf(data[byte]!, data[byte + 1]!, data[byte + 2]!);
    const [l, a, b] = [colour.l * SCALE - toL, colour.a * SCALE - toA, colour.b * SCALE - toB];
    return l * l + a * a + b * b <= most;
  }

  function add(window: Window, found: Uint8Array): Window | null {
    let [left, right, top, bottom] = [window.width, 0, window.height, 0];
    for (let row = 0; row < window.height; row += 1) {
      const start = row * window.width;
      let cell = cellAt(window, start);
      for (let column = 0; column < window.width; column += 1, cell += 1) {
        if (found[start + column] === 0 || cells[cell] !== 0) continue;
        cells[cell] = 255;
        if (column < left) left = column;
        if (column >= right) right = column + 1;
        if (row < top) top = row;
        bottom = row + 1;
      }
    }
    if (left >= right) return null;
    return { x: window.x + left, y: window.y + top, width: right - left, height: bottom - top };
  }

  /** The cell of the photo at a place of a window. */
  function cellAt(window: Window, at: number): number {
    const row = Math.floor(at / window.width);
    return (window.y + row) * width + window.x + at - row * window.width;
  }

  return { paint, cells };
}

/** The stands on a straight way, without the one that it begins at. */
function way(from: Circle, to: Circle): Circle[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const count = Math.max(1, Math.ceil(length / (SPACING * Math.min(from.radius, to.radius))));
  const between = (one: number, other: number, part: number) => one + (other - one) * part;
  return Array.from({ length: count }, (_, n) => {
    const part = (n + 1) / count;
    return {
      x: between(from.x, to.x, part),
      y: between(from.y, to.y, part),
      radius: between(from.radius, to.radius, part),
    };
  });
}

/**
 * The edge that stops a brush is the end of what it ends: adds the cells beside those that were found as
 * far as the edge is smoothed.
 */
function addEdge(found: Uint8Array, { width }: Window, isAlike: (at: number) => boolean): void {
  const beside = (at: number) => [
    ...(at % width === 0 ? [] : [at - 1]),
    ...((at + 1) % width === 0 ? [] : [at + 1]),
    at - width,
    at + width,
  ];
  let border: number[] = [];
  for (let at = 0; at < found.length; at += 1) {
    const isInside =
      found[at] === 0 ||
      (found[at - 1] === 255 &&
        found[at + 1] === 255 &&
        found[at - width] === 255 &&
        found[at + width] === 255);
    if (!isInside) border.push(at);
  }
  for (let step = 0; step < STEPS; step += 1) {
    // beyond the window there is nothing, so nothing there is 0
    border = border.flatMap(beside).filter((at) => {
      const isNew = found[at] === 0 && isAlike(at);
      if (isNew) found[at] = 255;
      return isNew;
    });
  }
}

/** The part of a photo that a circle reaches. */
function windowOf({ x, y, radius }: Circle, width: number, height: number): Window {
  const left = Math.max(0, Math.floor(x - radius));
  const top = Math.max(0, Math.floor(y - radius));
  return {
    x: left,
    y: top,
    width: Math.min(width, Math.floor(x + radius) + 1) - left,
    height: Math.min(height, Math.floor(y + radius) + 1) - top,
  };
}

/** The columns of a window whose middles lie in a circle on one of its lines. */
function columnsIn(
  window: Window,
  { x, y, radius }: Circle,
  row: number,
): readonly [number, number] {
  const down = window.y + row + 0.5 - y;
  const rest = radius ** 2 - down ** 2;
  if (rest < 0) return [0, 0];
  const half = Math.sqrt(rest);
  return [
    Math.max(0, Math.ceil(x - half - 0.5) - window.x),
    Math.min(window.width, Math.floor(x + half - 0.5) + 1 - window.x),
  ];
}

/** The places of a window whose middles lie in a circle. */
function cellsIn(window: Window, circle: Circle): number[] {
  return Array.from({ length: window.height }, (_, row) => {
    const [first, end] = columnsIn(window, circle, row);
    return Array.from({ length: end - first }, (__, n) => row * window.width + first + n);
  }).flat();
}

/** What both lie in. */
function around(one: Window, other: Window): Window {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
