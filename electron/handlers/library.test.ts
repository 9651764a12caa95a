import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lightPhotograph } from '../../test/fixtures/photographs.ts';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';

const recipe = {
  name: 'White',
  agent: 'removeBG',
  params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 2 },
  delivery: { metadata: 'none' },
};
const everything = { filter: {}, sort: 'oldest', offset: 0, limit: 50 } as const;

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});
afterEach(() => window.close());

const total = async () => (await window.ask('library.page', everything)).total;

it('shows what was delivered, tells where it lies and keeps what a person thinks of it', async () => {
  expect(await window.ask('library.page', everything)).toEqual({ total: 0, offset: 0, rows: [] });
  const shoot = join(window.folder, '..', 'shoot');
  await mkdir(shoot);
  const photo = join(shoot, 'a.jpg');
  await copyFile(lightPhotograph('lipstick-rouge.jpg'), photo);
  const { ids } = await window.ask('retouch.add', { paths: [photo] });
  await window.ask('retouch.run', { ids: [...ids], recipe });
  await expect.poll(total, patience).toBe(2);

  const { rows } = await window.ask('library.page', everything);
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
  expect(await window.ask('library.shelves', {})).toMatchObject({
    images: 2,
    picked: 0,
    rejected: 2,
    recipes: ['White'],
  });
});
