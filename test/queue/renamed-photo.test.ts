import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lookAt } from '#electron/engine/intake/look.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { openHarness } from './harness.ts';

const photo = lightPhotograph('lipstick-rouge.jpg');

/** Admits hot/a.jpg while the queue is paused; `see` records another file of the hot folder with its content. */
async function admitted() {
  const harness = await openHarness();
  const hot = join(harness.folder, 'hot');
  await mkdir(join(hot, 'sub'), { recursive: true });
  await copyFile(photo, join(hot, 'a.jpg'));
  const hotFolderId = harness.hotFolder();
  harness.ledger.pauses.pauseAll();
  const jobId = await harness.admit({ photo: join(hot, 'a.jpg'), hotFolderId });
  const nothing = { code: null, message: null, said: null, ticket: null };
  return {
    ...harness,
    hot,
    jobId,
    async see(path: string) {
      const look = await lookAt(join(hot, path));
      const sighting = { ...look, ...nothing, path, outcome: 'already', jobId } as const;
      harness.ledger.sightings.write(hotFolderId, sighting);
    },
    resume() {
      harness.ledger.pauses.resumeAll();
      harness.runner.wake();
    },
  };
}

it('F58 a photo that is renamed or moved while its job waits is bought once, from its new place', async () => {
  const { hot, jobId, see, resume, until, job, bought } = await admitted();
  await rename(join(hot, 'a.jpg'), join(hot, 'sub/c.jpg'));
  await see('sub/c.jpg');
  resume();
  expect(await until(jobId, 'done')).toBeNull();
  expect(job(jobId).source).toBe(join(hot, 'sub/c.jpg'));
  expect(bought()).toBe(1);
});

it('F58 another photo at a place that the hot folder has seen is not bought instead', async () => {
  const { hot, jobId, see, resume, until, job, goOn, bought } = await admitted();
  await copyFile(photo, join(hot, 'b.jpg'));
  await see('b.jpg');
  await copyFile(lightPhotograph('raccoon-face.jpg'), join(hot, 'b.jpg'));
  await rm(join(hot, 'a.jpg'));
  resume();
  expect(await until(jobId, 'failed')).toBe('file-missing');
  expect(job(jobId).source).toBe(join(hot, 'a.jpg'));
  expect(bought()).toBe(0);
  // a retry finds a copy, even if the first file is now another photo
  await copyFile(photo, join(hot, 'b.jpg'));
  await writeFile(join(hot, 'a.jpg'), 'another photo');
  goOn(jobId);
  await until(jobId, 'done');
  expect(bought()).toBe(1);
});
