import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atPosition, counted, emptyMask, withOperation, type MaskDocument } from './document.ts';
import { rasterise } from './raster.ts';
import { isSameShape, scaledMask } from './scale.ts';
import { forAll } from '../../test/fixtures/property.ts';

const photo = { width: 300, height: 200 };
const points = [90, 80, 40, 200, 120, 30];
const stroke = { kind: 'stroke', combine: 'add', points, hardness: 1 } as const;
const document: MaskDocument = [
  stroke,
  { kind: 'path', combine: 'subtract', points: [90, 60, 160, 90, 100, 150] } as const,
  { kind: 'ellipse', combine: 'add', x: 200.5, y: 20, width: 80, height: 90 } as const,
  { kind: 'region', combine: 'add', columns: 3, rows: 2, runs: [5, 1] } as const,
  { kind: 'grow', by: 4 } as const,
].reduce(withOperation, emptyMask(photo));

it('the next operation on a mask discards undone operations; nothing else does', () => {
  const undone = atPosition(document, 2);
  const before = document.operations.slice(0, 2);
  expect(counted(undone)).toEqual(before);
  expect(undone.operations).toHaveLength(5);
  expect(withOperation(undone, stroke).operations).toEqual([...before, stroke]);
  expect([atPosition(document, -1).position, atPosition(document, 9).position]).toEqual([0, 5]);
});

describe('a mask that was drawn on a photo of another size', () => {
  it('keeps the same areas', () => {
    for (const factor of [0.5, 2, 3.37]) {
      const size = { width: Math.round(300 * factor), height: Math.round(200 * factor) };
      const whole = { x: 0, y: 0, ...size };
      const scaled = scaledMask(document, size);
      expect(scaled).toMatchObject(size);
      // Scaling keeps the areas; only the rounding of edges differs.
      const one = rasterise(document, size, whole);
      const other = rasterise(scaled, size, whole);
      const different = one.filter((value, at) => value !== other[at]).length;
      expect(different / one.length).toBeLessThan(0.002);
    }
  });

  it('has the same shape up to a difference of 1 %', () => {
    expect(isSameShape({ width: 6000, height: 4000 }, { width: 1200, height: 800 })).toBe(true);
    expect(isSameShape({ width: 6000, height: 4000 }, { width: 1200, height: 804 })).toBe(true);
    expect(isSameShape({ width: 6000, height: 4000 }, { width: 1200, height: 820 })).toBe(false);
    expect(isSameShape({ width: 6000, height: 4000 }, { width: 4000, height: 6000 })).toBe(false);
    const side = fc.integer({ min: 1, max: 20_000 });
    const size = fc.record({ width: side, height: side });
    forAll([size, size], (one, other) => {
      expect(isSameShape(one, other)).toBe(isSameShape(other, one));
    });
  });
});
