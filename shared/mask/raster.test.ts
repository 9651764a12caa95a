import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MaskDocument, Operation } from './document.ts';
import { anyOperation, photo } from '../../test/fixtures/any-mask.ts';
import { rasterise } from './raster.ts';
import { rasteriseSlowly } from '../../test/fixtures/slow-mask.ts';
import { forAll } from '../../test/fixtures/property.ts';

const sizes = fc.constantFrom(photo, { width: 41, height: 30 }, { width: 120, height: 88 });

const documentOf = (operations: readonly Operation[]): MaskDocument => ({
  ...photo,
  operations,
  position: operations.length,
});

/** Returns the number of pixels that differ. */
function different(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((count, value, at) => count + (value === other[at] ? 0 : 1), 0);
}

describe('the raster of a mask', () => {
  it('matches the description of its operations', () => {
    forAll([fc.array(anyOperation, { maxLength: 7 }), sizes], 300, (operations, size) => {
      const document = documentOf(operations);
      const quick = rasterise(document, size, { x: 0, y: 0, ...size });
      expect(different(quick, rasteriseSlowly(document, size))).toBe(0);
    });
  });

  it('rounds up a mean of cells that is halfway between two values', () => {
    const size = { width: 120, height: 88 };
    const runs = [24, 29, 12, 7];
    const values = [120, 140, 114, 20];
    const document = documentOf([
      { kind: 'region', combine: 'add', columns: 12, rows: 6, runs, values },
      { kind: 'grow', by: 0 },
    ]);
    const quick = rasterise(document, size, { x: 0, y: 0, ...size });
    expect(different(quick, rasteriseSlowly(document, size))).toBe(0);
  });

  it('has the same pixels, however it is divided into windows', () => {
    forAll(
      [
        fc.array(anyOperation, { maxLength: 7 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
      ],
      60,
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
    );
  });
});
