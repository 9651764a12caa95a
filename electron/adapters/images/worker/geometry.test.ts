import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOnCanvas } from '#shared/upload-size.ts';
import { canvasFor, copyLimits, scaledSize } from './geometry.ts';

const limits = copyLimits('upload');
const side = fc.integer({ min: 1, max: 20_000 });
const aspect = ({ width, height }: { width: number; height: number }) =>
  Math.max(width, height) / Math.min(width, height);

describe('the limits of a copy', () => {
  it.each([
    [{ width: 513, height: 513 }, 'upload', undefined],
    [{ width: 512, height: 800 }, 'upload', 'photo-too-small'],
    [{ width: 512, height: 800 }, 'custom-model', 'photo-too-small'],
    [{ width: 512, height: 800 }, 'custom-scene', 'photo-too-small'],
    [{ width: 513, height: 800 }, 'custom-scene', undefined],
    [{ width: 1999, height: 1000 }, 'upload', undefined],
    [{ width: 2000, height: 1000 }, 'upload', 'photo-too-long'],
    [{ width: 1000, height: 2000 }, 'custom-model', 'photo-too-long'],
  ] as const)('C2 decide whether a photo of %o is allowed for %s', (photo, purpose, code) => {
    const canvas = canvasFor('a.jpg', photo, copyLimits(purpose), false);
    expect(canvas).toMatchObject(
      code === undefined ? { ok: true, value: photo } : { ok: false, problem: { code } },
    );
  });

  it('appear in the message with the size of the photo', () => {
    const long = canvasFor('a.jpg', { width: 3000, height: 1000 }, limits, false);
    expect(long).toMatchObject({
      problem: { message: expect.stringMatching(/3000 × 1000.*3\.00/) },
    });
    const small = canvasFor('a.jpg', { width: 500, height: 400 }, limits, true);
    expect(small).toMatchObject({ problem: { message: expect.stringMatching(/500 × 400.*513/) } });
  });

  it('lead to padding to the smallest allowed canvas that holds the photo', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const canvas = canvasFor('a', { width, height }, limits, true);
        expect([null, 'photo-too-small']).toContain(canvas.ok ? null : canvas.problem.code);
        if (!canvas.ok) return;
        const { value } = canvas;
        expect(aspect(value)).toBeLessThan(2);
        expect(Math.min(value.width, value.height)).toBeGreaterThan(512);
        expect(Math.max(value.width, value.height)).toBe(Math.max(width, height));
        const place = placeOnCanvas({ width, height }, value);
        expect(place.left + width + place.right).toBe(value.width);
        expect(place.top + height + place.bottom).toBe(value.height);
        expect(Math.min(...Object.values(place))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('leave each side of a scaled copy above the minimum, and its aspect ratio below the maximum', () => {
    const share = fc.double({ min: 0.001, max: 1, noNaN: true });
    fc.assert(
      fc.property(side, side, share, (width, height, factor) => {
        fc.pre(Math.min(width, height) > 512 && aspect({ width, height }) < 2);
        const scaled = scaledSize({ width, height }, factor, limits);
        expect(Math.min(scaled.width, scaled.height)).toBeGreaterThan(512);
        expect(aspect(scaled)).toBeLessThan(2);
        expect(scaled.width).toBeLessThanOrEqual(width);
        expect(scaled.height).toBeLessThanOrEqual(height);
      }),
    );
  });
});
