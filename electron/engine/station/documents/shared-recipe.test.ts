import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, recipeOf, valueOf } from '../../../../test/fixtures/values.ts';
import { fromSharedRecipe, toSharedRecipe } from './shared-recipe.ts';

const roots = { shoots: '/Volumes/shoots' };
const paths = ['/etc/passwd', 'own.png', '../own.png', '//evil.example/s/x', '\\\\evil.example\\s'];
const withMask = { agent: 'removeBG', params: { maskType: 'custom' } };

it.each(paths)('a shared recipe can’t name a file as %s', (path) => {
  for (const init of [{}, { init: {} }, { init: null }, { init: [] }]) {
    const read = fromSharedRecipe({ ...withMask, mask: path, ...init }, roots);
    expect(codeOf(read)).toBe('shared-document');
  }
  for (const field of ['fashionModelImage', 'locationImage']) {
    const read = fromSharedRecipe({ agent: 'virtualtryon', init: { [field]: path } }, roots);
    expect(codeOf(read)).toBe('shared-document');
  }
});

it('a shared recipe names files below the shared roots, and web addresses', () => {
  const own = recipeOf({ ...withMask, mask: '/Volumes/shoots/masks/a.png' });
  const shared = toSharedRecipe(own, roots);
  expect(valueOf(fromSharedRecipe(shared, { shoots: '/mnt/shoots' })).mask).toBe(
    join('/mnt/shoots', 'masks/a.png'),
  );
  const mask = 'https://images.example/a.png';
  expect(valueOf(fromSharedRecipe({ ...withMask, mask }, roots)).mask).toBe(mask);
});
