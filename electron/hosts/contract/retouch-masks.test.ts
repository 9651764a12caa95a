import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { Operation } from '#shared/mask/document.ts';
import { ownMask } from '#shared/mask/own-mask.ts';
import { drawnOn, photoOnStrip, saveMask } from '../../../test/handlers/drawing.ts';
import { openWindow } from '../../../test/handlers/window.ts';

const window = await openWindow({}, afterAll);

const left: Operation = { kind: 'rectangle', combine: 'add', x: 0, y: 0, width: 300, height: 800 };

const withMask = (mask: string) => ({
  agent: 'removeBG',
  params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
  delivery: { metadata: 'none' },
  mask,
});

const masksNote = (jobId: number) => {
  const { history } = window.session.studio().ledger;
  return history.of(jobId).find(({ what }) => what === 'mask')?.detail;
};

it('one mask is used for a series: it is scaled for photos with the same aspect ratio and refused for others, as the preview says', async () => {
  const own = await photoOnStrip(window, 1200, 800);
  const smaller = await photoOnStrip(window, 900, 602);
  const square = await photoOnStrip(window, 800, 800);
  const id = await drawnOn(window, own.stripId, [left]);
  const { path } = await window.ask('masks.use', { id });
  const ids = [own.stripId, smaller.stripId, square.stripId];
  const all = { ids, recipe: withMask(path) };
  const none = { again: 0, underWay: 0, held: 0, notAllowed: 0, noMask: 0, ends: [] };
  const foreseen = { ...none, new: 2, unfit: 1, maskScaled: 1 };
  expect(await window.ask('retouch.foresee', all)).toEqual(foreseen);

  const { jobs, refused } = await window.ask('retouch.run', all);
  const about = `Mask 1, 1200 × 800 px / ${square.name}, 800 × 800 px`;
  const problem = { code: 'mask-shape', about };
  expect(refused).toMatchObject([{ photoId: square.stripId, problem }]);
  const [first = 0, second = 0] = jobs.map(({ jobId }) => jobId);
  await window.until(first, 'done');
  await window.until(second, 'done');
  expect(masksNote(first)).toBe('the drawn area is kept, 25 % of the photo stays');
  expect(masksNote(second)).toBe(
    'the drawn area is kept, scaled from 1200 × 800 px to 900 × 602 px, 25 % of the photo stays',
  );
  expect(await window.ask('retouch.foresee', all)).toMatchObject({ again: 2, maskScaled: 1 });
});

it('each photo runs with its own latest mask, and a photo without a mask is refused', async () => {
  const left = await photoOnStrip(window, 1200, 800);
  const square = await photoOnStrip(window, 800, 800);
  const bare = await photoOnStrip(window, 900, 600);
  const half: Operation = {
    kind: 'rectangle',
    combine: 'add',
    x: 0,
    y: 0,
    width: 600,
    height: 800,
  };
  await drawnOn(window, left.stripId, [half]);
  await drawnOn(window, square.stripId, [half]);
  const ids = [left.stripId, square.stripId, bare.stripId];
  const all = { ids, recipe: withMask(ownMask) };
  expect(await window.ask('retouch.foresee', all)).toMatchObject({ new: 2, noMask: 1, unfit: 0 });

  const { jobs, refused } = await window.ask('retouch.run', all);
  const problem = { code: 'mask-none-drawn', about: bare.name };
  expect(refused).toMatchObject([{ photoId: bare.stripId, problem }]);
  const [first = 0, second = 0] = jobs.map(({ jobId }) => jobId);
  await window.until(first, 'done');
  await window.until(second, 'done');
  expect(masksNote(first)).toBe('the drawn area is kept, 50 % of the photo stays');
  expect(masksNote(second)).toBe('the drawn area is kept, 75 % of the photo stays');
  expect(await window.ask('retouch.foresee', all)).toMatchObject({ again: 2, noMask: 1 });

  // after the mask changes, a run is a different purchase
  await drawnOn(window, square.stripId, [half, { kind: 'invert' }]);
  expect(await window.ask('retouch.foresee', all)).toMatchObject({ new: 1, again: 1, noMask: 1 });
});

it('a saved recipe can’t use each photo’s own mask', async () => {
  const recipe = { ...withMask(ownMask), name: 'own' };
  const problem = { code: 'mask-of-each-photo', parameter: 'mask' };
  const refused = await window.refused('recipes.save', { id: null, revision: null, recipe });
  expect(refused).toMatchObject(problem);
});

it('the subject of a photo becomes its own mask only once', async () => {
  const path = join(import.meta.dirname, '../../../build-resources/photos/handbag-cognac.jpg');
  const [stripId = 0] = (await window.ask('retouch.add', { paths: [path] })).ids;
  const { card, isNew } = await window.ask('masks.begin-subject', { stripId });
  expect(card).toMatchObject({ number: 1, steps: 1 });
  expect(isNew).toBe(true);
  expect(await window.ask('masks.begin-subject', { stripId })).toEqual({ card, isNew: false });
  const { ofPhoto } = await window.ask('masks.list', { stripId });
  expect(ofPhoto).toHaveLength(1);
  const { kept } = await window.ask('masks.use', { id: card.id });
  expect(kept).toBeGreaterThan(0.1);
  expect(kept).toBeLessThan(0.9);

  // a correction is never replaced, because a run uses the latest mask
  const { revision } = await window.ask('masks.open', { id: card.id });
  await saveMask(window, card.id, revision, 1, [left], 2);
  const again = await window.ask('masks.begin-subject', { stripId });
  expect(again).toMatchObject({ card: { id: card.id, steps: 2 }, isNew: false });
  expect((await window.ask('masks.list', { stripId })).ofPhoto).toHaveLength(1);
  // a mask without active operations keeps nothing
  await saveMask(window, card.id, revision + 1, 2, [], 0);
  const fresh = await window.ask('masks.begin-subject', { stripId });
  expect(fresh).toMatchObject({ card: { number: 2, steps: 1 }, isNew: true });

  const plain = await photoOnStrip(window);
  const refused = await window.refused('masks.begin-subject', { stripId: plain.stripId });
  expect(refused).toMatchObject({ code: 'subject-none', about: plain.name });
});

it('the preview accepts a mask image of another size by its aspect ratio, and refuses a mask that keeps nothing', async () => {
  const own = await photoOnStrip(window, 1200, 800);
  const square = await photoOnStrip(window, 800, 800);
  const path = join(window.folder, 'oval.png');
  const svg = '<svg width="1200" height="800"><rect width="600" height="800" fill="#fff"/></svg>';
  await sharp(Buffer.from(svg)).flatten({ background: '#000' }).toFile(path);
  const all = { ids: [own.stripId, square.stripId], recipe: withMask(path) };
  const foreseen = { new: 1, unfit: 1, maskScaled: 0 };
  expect(await window.ask('retouch.foresee', all)).toMatchObject(foreseen);

  const black = join(window.folder, 'black.png');
  const create = { width: 1200, height: 800, channels: 3, background: '#000' } as const;
  await sharp({ create }).toFile(black);
  const useless = { ...all, recipe: withMask(black) };
  for (const channel of ['retouch.foresee', 'retouch.run'] as const) {
    expect(await window.refused(channel, useless)).toMatchObject({ code: 'mask-empty' });
  }
});

it('in a hot folder, a photo with another aspect ratio fails with both sizes before anything is sent', async () => {
  const own = await photoOnStrip(window, 1200, 800);
  const square = await photoOnStrip(window, 800, 800);
  const id = await drawnOn(window, own.stripId, [left]);
  const { path: mask } = await window.ask('masks.use', { id });
  const recipe = { ...withMask(mask), name: 'series' };
  const saved = await window.ask('recipes.save', { id: null, revision: null, recipe });
  const inbox = join(window.shoot, 'Drop');
  await mkdir(inbox, { recursive: true });
  await copyFile(square.path, join(inbox, 'square.png'));
  const before = window.service.records();
  await window.watch({ path: inbox, savedRecipeId: saved.id });
  const failed = async () => {
    const filter = { states: ['failed' as const] };
    const input = { filter, sort: 'newest' as const, offset: 0, limit: 5 };
    return (await window.ask('queue.page', input)).rows.map(({ problem }) => problem);
  };
  const message = expect.stringMatching(/1200 × 800.*800 × 800/) as string;
  await expect.poll(failed).toMatchObject([{ code: 'mask-shape', message }]);
  const { tasks, executions } = window.service.records();
  expect({ tasks, executions }).toEqual({ tasks: before.tasks, executions: before.executions });
});
