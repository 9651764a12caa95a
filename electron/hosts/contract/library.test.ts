import { expect, it } from 'vitest';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { openWindow } from '../../../test/handlers/window.ts';

const params = { ...plainRecipe.params, batchCount: 2 };
const recipe = { ...plainRecipe, name: 'White', params };
const everything = { filter: {}, sort: 'oldest', offset: 0, limit: 50 } as const;

it('shows the delivered files and their folders, and saves ratings and picks', async () => {
  let window = await openWindow();
  const page = () => window.ask('library.page', everything);
  expect(await page()).toEqual({ total: 0, offset: 0, rows: [] });
  await window.ask('retouch.run', { ids: await window.onStrip('a.jpg'), recipe });
  await expect.poll(page).toMatchObject({ total: 2 });

  const { rows } = await page();
  expect(rows).toMatchObject([
    { photo: 'a.jpg', recipe: 'White', agent: 'removeBG', pick: 0, stars: 0 },
    { photo: 'a.jpg' },
  ]);
  const [first = { id: 0, name: '' }, second = { id: 0 }] = rows;
  const path = await window.ask('library.path', { id: first.id });
  expect(path.endsWith(first.name)).toBe(true);
  expect((await window.refused('library.path', { id: 999 })).code).toBe('result-not-ready');

  const both = [first.id, second.id];
  await window.ask('retouch.mark', { resultIds: [first.id], pick: 1, stars: 3 });
  const before = await window.ask('retouch.mark', { resultIds: both, pick: -1 });
  expect(before).toEqual([
    { resultId: first.id, pick: 1, stars: 3 },
    { resultId: second.id, pick: 0, stars: 0 },
  ]);
  window = await window.restart();
  const picked = { ...everything, filter: { pick: -1, stars: 2 } } as const;
  expect(await window.ask('library.page', picked)).toMatchObject({
    total: 1,
    rows: [{ id: first.id, pick: -1, stars: 3 }],
  });
  const shelves = { images: 2, picked: 0, rejected: 2, recipes: ['White'] };
  expect(await window.ask('library.shelves', {})).toMatchObject(shelves);
});
