import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MaskDocument, Operation } from './document.ts';
import { rasterise } from './raster.ts';
import { rasteriseSlowly } from '../../test/fixtures/slow-mask.ts';

/** px; a photo whose sides are no multiple of anything. */
const photo = { width: 83, height: 61 };

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const combine = fc.constantFrom('add', 'subtract', 'intersect');
const places = (count: number) =>
  fc
    .array(fc.tuple(number(-20, 100), number(-20, 80)), { minLength: 1, maxLength: count })
    .map((points) => points.flat());
const stands = fc
  .array(fc.tuple(number(-10, 90), number(-10, 70), number(0.2, 18)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((points) => points.flat());
/** Cells by their runs, hard and soft. */
const cells = fc
  .tuple(
    fc.integer({ min: 1, max: 12 }),
    fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 9 }),
    fc.boolean(),
  )
  .map(([columns, lengths, isSoft]) => {
    const cellCount = lengths.reduce((sum, length) => sum + length, 0);
    const rows = Math.max(1, Math.ceil(cellCount / columns));
    const runs = [...lengths, rows * columns - cellCount];
    const values = isSoft ? runs.map((length, at) => (length * 37 + at * 91) % 256) : undefined;
    return { columns, rows, runs, values };
  });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant('stroke' as const),
    combine,
    points: stands,
    hardness: fc.oneof(fc.constant(1), number(0, 1)),
  }),
  fc.record({
    kind: fc.constantFrom('rectangle' as const, 'ellipse' as const),
    combine,
    x: number(-10, 80),
    y: number(-10, 60),
    width: number(0.1, 70),
    height: number(0.1, 70),
  }),
  fc.record({ kind: fc.constant('path' as const), combine, points: places(9) }),
  cells.chain((found) =>
    combine.map((how) => ({ kind: 'region' as const, combine: how, ...found })),
  ),
  fc.record({ kind: fc.constant('grow' as const), by: number(-9, 9) }),
  fc.record({ kind: fc.constant('feather' as const), radius: number(0.1, 8) }),
  fc.record({ kind: fc.constantFrom('fill' as const, 'clear' as const, 'invert' as const) }),
);
const sizes = fc.constantFrom(photo, { width: 41, height: 30 }, { width: 120, height: 88 });

const documentOf = (operations: readonly Operation[]): MaskDocument => ({
  ...photo,
  operations,
  position: operations.length,
});

/** Pixels that differ; a value may be one off where a sum is rounded. */
function different(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((count, value, at) => count + (Math.abs(value - other[at]!) > 1 ? 1 : 0), 0);
}

describe('the raster of a mask', () => {
  it('is what the words of its operations say', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 7 }), sizes, (operations, size) => {
        const document = documentOf(operations);
        const quick = rasterise(document, size, { x: 0, y: 0, ...size });
        expect(different(quick, rasteriseSlowly(document, size))).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same whichever windows it is made in', () => {
    fc.assert(
      fc.property(
        fc.array(operation, { maxLength: 7 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        (operations, width, height) => {
          const document = documentOf(operations);
          const whole = rasterise(document, photo, { x: 0, y: 0, ...photo });
          for (let y = 0; y < photo.height; y += height) {
            for (let x = 0; x < photo.width; x += width) {
              const window = {
                x,
                y,
                width: Math.min(width, photo.width - x),
                height: Math.min(height, photo.height - y),
              };
              const part = rasterise(document, photo, window);
              for (let line = 0; line < window.height; line += 1) {
                const from = (y + line) * photo.width + x;
                expect(part.subarray(line * window.width, (line + 1) * window.width)).toEqual(
                  whole.subarray(from, from + window.width),
                );
              }
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
