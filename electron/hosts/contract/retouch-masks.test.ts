import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { Operation } from '#shared/mask/document.ts';
import { drawnOn, photoOnStrip } from '../../../test/handlers/drawing.ts';
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
  const none = { again: 0, underWay: 0, held: 0, notAllowed: 0, ends: [] };
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
