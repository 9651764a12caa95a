import fc from 'fast-check';
import { expect, it } from 'vitest';
import { uploadLimits } from './limits.ts';
import { recipeOf } from '../test/fixtures/values.ts';
import { recipeIdentity } from './recipe.ts';
import { photoSize, uploadSize } from './upload-size.ts';
import { forAll } from '../test/fixtures/property.ts';

const taken = fc
  .record({
    width: fc.integer({ min: 513, max: 12_000 }),
    height: fc.integer({ min: 513, max: 12_000 }),
  })
  .filter(({ width, height }) => Math.max(width, height) < 2 * Math.min(width, height));

it('a photo that the service accepts is accepted at every requested size, and is never enlarged', () => {
  forAll([taken, fc.integer({ min: 513, max: 13_000 })], (photo, longSide) => {
    const { width, height } = photoSize(photo, longSide);
    expect(Math.min(width, height)).toBeGreaterThan(uploadLimits.sideAbove);
    expect(Math.max(width, height)).toBeLessThan(2 * Math.min(width, height));
    expect(width).toBeLessThanOrEqual(photo.width);
    expect(height).toBeLessThanOrEqual(photo.height);
    expect(uploadSize(photo, { pad: null, longSide })).toEqual({ width, height });
  });
});

it.each([
  [{ width: 6000, height: 4000 }, 2048, { width: 2048, height: 1365 }],
  [{ width: 4000, height: 6000 }, 2048, { width: 1365, height: 2048 }],
  [{ width: 6000, height: 4000 }, undefined, { width: 6000, height: 4000 }],
  [{ width: 1500, height: 1000 }, 2048, { width: 1500, height: 1000 }],
  // Plain rounding would make this photo exactly twice as long as wide, which the service refuses.
  [{ width: 1999, height: 1000 }, 1100, { width: 1099, height: 550 }],
  // The smallest size that the service accepts.
  [{ width: 6000, height: 4000 }, 600, { width: 770, height: 513 }],
])('a photo of %j with a long side of at most %s px is uploaded at %j', (photo, longSide, size) => {
  expect(photoSize(photo, longSide)).toEqual(size);
});

it('a photo that is too long is padded at its reduced size', () => {
  const wish = { pad: '#ffffff', longSide: 2000 };
  expect(uploadSize({ width: 6000, height: 2400 }, wish)).toEqual({ width: 2000, height: 1001 });
  expect(uploadSize({ width: 6000, height: 2400 }, { ...wish, pad: null })).toBeNull();
});

it('the upload size is part of the identity of a recipe; a recipe without an upload size keeps its earlier identity', () => {
  const identityOf = (prepare: object) => {
    const params = { targetWidth: 9, targetHeight: 9 };
    return recipeIdentity(recipeOf({ agent: 'expandimage', params, prepare }));
  };
  expect(identityOf({ longSide: 2048 })).not.toBe(identityOf({}));
  expect(identityOf({})).not.toContain('longSide');
  for (const longSide of [512, 12.5, '2048', null]) {
    expect(() => identityOf({ longSide })).toThrow('prepare.longSide');
  }
});
