import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { goodMasks } from '../fixtures/mask-files.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { openHarness } from './harness.ts';

const names = ['lipstick-rouge.jpg', 'raccoon-face.jpg'] as const;

it('F55 keeps the photos of a hot folder waiting while its share is away, and fails none', async () => {
  const harness = await openHarness();
  const hot = join(harness.folder, 'hot');
  const away = join(harness.folder, 'away');
  await mkdir(hot);
  const hotFolderId = harness.hotFolder();
  harness.ledger.pauses.pauseAll();
  const jobs: number[] = [];
  for (const name of names) {
    await copyFile(lightPhotograph(name), join(hot, name));
    jobs.push(await harness.admit({ photo: join(hot, name), hotFolderId }));
  }
  // unmounted: the mount point is missing, then an empty folder
  await rename(hot, away);
  harness.ledger.pauses.resumeAll();
  harness.runner.wake();
  const waits = (id: number) => harness.job(id).problem?.key ?? null;
  await harness.poll(() => jobs.map(waits)).toContain('folder-unreachable.photos');
  await mkdir(hot);
  await harness.pass(10 * 60_000);
  expect(jobs.map((id) => harness.job(id).state)).toEqual(['waiting', 'waiting']);
  expect(harness.runner.moving()).toBe(0);

  // other photos do not wait for it
  await harness.done({ photo: 'perfume-amber.jpg' });

  await rename(away, hot);
  for (const id of jobs) await harness.until(id, 'done');
  expect(harness.bought()).toBe(3);
});

it('F55 keeps a paid image waiting whose original pixels are on the share', async () => {
  const harness = await openHarness();
  const hot = join(harness.folder, 'hot');
  await mkdir(hot);
  const mask = goodMasks.find(({ name }) => name === 'black-and-white.png');
  await writeFile(join(harness.folder, 'mask.png'), await mask!.make(700, 560));
  const photo = join(hot, 'lipstick-rouge.jpg');
  await copyFile(lightPhotograph('lipstick-rouge.jpg'), photo);
  const recipe = {
    agent: 'removeBG',
    params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
    mask: 'mask.png',
    delivery: { metadata: 'none', originalPixels: true },
  };
  const job = await harness.admit({ photo, recipe, hotFolderId: harness.hotFolder() });
  await harness.poll(() => harness.bought()).toBe(1);
  await rename(hot, join(harness.folder, 'away'));
  await harness.poll(() => harness.job(job).problem?.key).toBe('folder-unreachable.photos');
  await harness.pass(10 * 60_000);
  expect(harness.job(job).state).toBe('running');
  await rename(join(harness.folder, 'away'), hot);
  await harness.until(job, 'done');
  // the quick pictures of this demo cannot be composed, but the photo was found
  expect(harness.job(job).problem?.key).not.toBe('original-pixels-left.missing');
});
