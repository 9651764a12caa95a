import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rasterise } from '#shared/mask/raster.ts';
import { anyOperation, photo } from '../../../test/fixtures/any-mask.ts';
import { createCheckpoints } from './checkpoints.ts';
import { createPlanes } from './planes.ts';
import { forAll } from '../../../test/fixtures/property.ts';

/** px */
const size = { width: 41, height: 30 };
const spots = {
  'the whole mask': { x: 0, y: 0, ...size },
  'a part of the mask': { x: 7, y: 4, width: 22, height: 17 },
};

describe.each(Object.entries(spots))('the pixels of %s', (_, window) => {
  it('match the document at every position even if they are computed in several steps', () => {
    forAll(
      [
        fc.array(anyOperation, { minLength: 1, maxLength: 9 }),
        fc.array(fc.nat(9), { maxLength: 6 }),
      ],
      60,
      (operations, steps) => {
        const planes = createPlanes(photo, { size, window }, () => 0);
        for (const step of [operations.length, ...steps, operations.length]) {
          const position = Math.min(step, operations.length);
          while (!planes.goTo(operations, position, () => true));
          if (step % 2 === 0) while (!planes.makeReady(operations, () => false));
          const document = { ...photo, operations, position };
          expect(planes.plane).toEqual(rasterise(document, size, window));
        }
      },
    );
  });

  it('match the document after operations were replaced', () => {
    forAll(
      [
        fc.array(anyOperation, { minLength: 1, maxLength: 6 }),
        fc.array(anyOperation, { maxLength: 6 }),
        fc.nat(6),
      ],
      60,
      (before, after, count) => {
        const planes = createPlanes(photo, { size, window }, () => 0);
        planes.goTo(before, before.length, () => false);
        const keep = Math.min(count, before.length);
        const operations = [...before.slice(0, keep), ...after];
        planes.keep(keep);
        planes.goTo(operations, operations.length, () => false);
        const document = { ...photo, operations, position: operations.length };
        expect(planes.plane).toEqual(rasterise(document, size, window));
      },
    );
  });
});

describe('checkpoints', () => {
  const planeOf = (position: number) => Uint8Array.of(position / 50);
  const positionsOf = (kept: ReturnType<typeof createCheckpoints>) => {
    const all = Array.from({ length: 1001 }, (_, at) => kept.nearest(at)?.position ?? 0);
    return [...new Set(all)];
  };

  it('stay within the limit, include the last position and leave no long gaps', () => {
    const kept = createCheckpoints(6);
    for (let position = 50; position <= 1000; position += 50) {
      kept.put(position, planeOf(position), 10);
    }
    const positions = positionsOf(kept);
    expect(positions).toHaveLength(7);
    expect(positions.at(-1)).toBe(1000);
    const gaps = positions.slice(1).map((position, at) => position - positions[at]!);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(300);
    expect(kept.nearest(1000)?.plane).toEqual(planeOf(1000));
    kept.keep(999);
    expect(kept.nearest(1000)?.position).toBeLessThan(1000);
  });

  it('are kept where the pixels are expensive to recompute', () => {
    const kept = createCheckpoints(4);
    kept.put(100, planeOf(100), 10);
    kept.put(101, planeOf(100), 300);
    for (let position = 150; position <= 1000; position += 50) {
      kept.put(position, planeOf(position), 10);
    }
    expect(positionsOf(kept)).toEqual(expect.arrayContaining([100, 101, 1000]));
  });
});
