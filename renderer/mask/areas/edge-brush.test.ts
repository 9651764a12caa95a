import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colourOf } from './colour.ts';
import { EdgeBrush } from './edge-brush.ts';
import type { Pixels } from './pixels.ts';
import { placesIn, reached, sorted, withBesides } from '../../../test/fixtures/cells.ts';
import { forAll } from '../../../test/fixtures/property.ts';

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Returns the cells that one dab finds, with a slow but simple computation. */
function foundSlowly(pixels: Pixels, tolerance: number, circle: Circle): number[] {
  const { data, width, height } = pixels;
  const all = Array.from({ length: width * height }, (_, at) => at);
  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);
  const colourAt = (x: number, y: number) => {
    const sums = [0, 1, 2].map((channel) => {
      let sum = 0;
      for (const down of [-1, 0, 1]) {
        for (const right of [-1, 0, 1]) {
          const cell = within(y + down, height) * width + within(x + right, width);
          sum += data[cell * 4 + channel]!;
        }
      }
      return Math.floor(sum / 9);
    });
    const { l, a, b } = colourOf(sums[0]!, sums[1]!, sums[2]!);
    return [l, a, b].map((value) => Math.trunc(value * 10_000));
  };
  const apart = (one: readonly number[], other: readonly number[]) =>
    Math.hypot(...one.map((value, axis) => value - other[axis]!));
  const place = (at: number) => [at % width, Math.floor(at / width)] as const;
  const colours = all.map((at) => colourAt(...place(at)));
  const edges = all.map((at) => {
    const [x, y] = place(at);
    const across = apart(colourAt(x - 1, y), colourAt(x + 1, y));
    return Math.trunc(Math.max(across, apart(colourAt(x, y - 1), colourAt(x, y + 1))));
  });
  const radius = Math.max(0.75, circle.radius);
  const isIn = (at: number, reach: number) => {
    const [x, y] = place(at);
    return (x + 0.5 - circle.x) ** 2 + (y + 0.5 - circle.y) ** 2 <= reach ** 2;
  };
  const middle = all.filter((at) => isIn(at, Math.min(4, radius, Math.max(1, radius / 8))));
  const mean = [0, 1, 2].map(
    (axis) => middle.reduce((sum, at) => sum + colours[at]![axis]!, 0) / middle.length,
  );
  const most = tolerance * 100;
  const isLike = (at: number) => isIn(at, radius) && apart(colours[at]!, mean) <= most;
  const isOpen = (at: number) =>
    isLike(at) && (middle.includes(at) || edges[at]! <= Math.max(400, most * 0.4));
  let found = reached(width, height, middle, isOpen);
  const isLikeItself = (at: number) => {
    const { l, a, b } = colourOf(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!);
    const itself = [l * 10_000, a * 10_000, b * 10_000];
    return isIn(at, radius) && apart(itself, mean) <= most;
  };
  for (let step = 0; step < 4; step += 1) {
    const beside = [...withBesides(found, width, height)];
    found = new Set(beside.filter((at) => found.has(at) || isLike(at) || isLikeItself(at)));
  }
  return sorted(found);
}

describe('the edge brush', () => {
  /** Photos with two noisy areas of different colour and an irregular border between them. */
  const photos = fc
    .record({
      width: fc.integer({ min: 1, max: 24 }),
      height: fc.integer({ min: 1, max: 20 }),
      noise: fc.constantFrom(0, 3, 40),
      seed: fc.array(fc.nat(255), { minLength: 40, maxLength: 40 }),
    })
    .map(({ width, height, noise, seed }): Pixels => {
      const data = new Uint8ClampedArray(width * height * 4);
      for (let at = 0; at < width * height; at += 1) {
        const [x, y] = [at % width, Math.floor(at / width)];
        const isLeft = x + (seed[y % 40]! % 4) < width / 2;
        for (let channel = 0; channel < 3; channel += 1) {
          const base = seed[channel + (isLeft ? 0 : 3)]!;
          data[at * 4 + channel] = base + (noise * (seed[(at * 7 + channel) % 40]! - 128)) / 128;
        }
      }
      return { data, width, height };
    });
  const circles = fc.record({
    x: fc.double({ min: -2, max: 26, noNaN: true }),
    y: fc.double({ min: -2, max: 22, noNaN: true }),
    radius: fc.double({ min: 0.1, max: 18, noNaN: true }),
  });
  const tolerances = fc.integer({ min: 0, max: 60 });

  it('finds exactly the cells that a slow but simple computation finds', () => {
    forAll([photos, circles, tolerances], 150, (pixels, circle, tolerance) => {
      const { x, y, radius } = circle;
      const brush = new EdgeBrush(pixels, tolerance);
      brush.paint(x, y, radius);
      const isOn = x >= 0 && y >= 0 && x < pixels.width && y < pixels.height;
      const expected = isOn ? foundSlowly(pixels, tolerance, circle) : [];
      expect(placesIn(brush.cells)).toEqual(expected);
    });
  });

  it('only adds cells, and returns the bounds of the added cells', () => {
    forAll([photos, fc.array(circles, { maxLength: 6 }), tolerances], (pixels, way, tolerance) => {
      const brush = new EdgeBrush(pixels, tolerance);
      for (const { x, y, radius } of way) {
        const before = new Uint8Array(brush.cells);
        const changed = brush.paint(x, y, radius);
        const added = placesIn(brush.cells).filter((at) => before[at] === 0);
        const columns = added.map((at) => at % pixels.width);
        const rows = added.map((at) => Math.floor(at / pixels.width));
        const [left, top] = [Math.min(...columns), Math.min(...rows)];
        const size = {
          width: Math.max(...columns) - left + 1,
          height: Math.max(...rows) - top + 1,
        };
        expect(changed).toEqual(added.length === 0 ? null : { x: left, y: top, ...size });
        expect(placesIn(before).every((at) => brush.cells[at] === 255)).toBe(true);
      }
    });
  });

  it('fills an object up to its border', () => {
    const [width, height] = [40, 30];
    const isThing = (at: number) =>
      at % width >= 9 && at % width < 30 && at >= 7 * width && at < 21 * width;
    const bytes = Array.from({ length: width * height }, (_, at) => (isThing(at) ? 30 : 220));
    const data = new Uint8ClampedArray(bytes.flatMap((byte) => [byte, byte, byte, 255]));
    const brush = new EdgeBrush({ data, width, height }, 12);
    brush.paint(20, 14, 60);
    expect(placesIn(brush.cells)).toEqual([...bytes.keys()].filter(isThing));
  });

  it('leaves no gap in a fast stroke', () => {
    const pixels = { data: new Uint8ClampedArray(200 * 20 * 4).fill(90), width: 200, height: 20 };
    const brush = new EdgeBrush(pixels, 10);
    brush.paint(10, 10, 5);
    brush.paint(190, 10, 5);
    for (let column = 10; column < 190; column += 1) {
      expect(brush.cells[(10 - 4) * 200 + column]).toBe(255);
    }
    expect(brush.cells[200 * 3 + 100]).toBe(0);
  });
});
