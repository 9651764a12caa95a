import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import { armInWindow, takeIn } from '../fixtures/fresh-ledger.ts';
import { intend } from '../fixtures/jobs.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { cutOut, darkslide, place } from './darkslide.ts';

async function longPhoto(data: string): Promise<string> {
  const path = join(data, 'long.png');
  const background = { r: 90, g: 120, b: 60 };
  const picture = sharp({ create: { width: 4000, height: 600, channels: 3, background } });
  await writeFile(path, await picture.png().toBuffer());
  return path;
}

describe('retry --pad', () => {
  it('B9 pads a photo that is too long, runs it again, and buys it only once', async () => {
    const { demo, data, around } = await place();
    const photo = await longPhoto(data);
    const run = ['run', photo, '--out', join(data, 'out'), '--metadata=none', '--json'];
    await darkslide([...run, ...cutOut], around);
    expect(demo.records().executions).toHaveLength(0);

    const plain = await darkslide(['retry', '1', '--json'], around);
    expect(plain.json()).toMatchObject([{ error: { code: 'photo-too-long' } }]);
    const unsaved = await darkslide(['retry', '1', '--changed-recipe', '--json'], around);
    expect(unsaved.json()).toMatchObject([{ error: { code: 'recipe-not-saved' } }]);

    const padded = await darkslide(['retry', '--failed', '--pad', '--json'], around);
    expect(padded.json()).toEqual([{ job: 1, state: 'waiting' }]);
    const rest = await darkslide(['resume', '--until-idle=1', '--json'], around);
    expect(rest.jobs()).toMatchObject([{ photo, state: 'done' }]);
    expect(demo.records().executions).toHaveLength(1);

    const again = await darkslide(['retry', '1', '--pad', '--json'], around);
    expect(again.json()).toMatchObject([{ error: { code: 'job-not-retryable' } }]);
  });
});

describe('retry --changed-recipe', () => {
  it('replaces a job that was bought without an image by a new one, once, and only if it is named', async () => {
    const { data, around } = await place();
    const ledger = ledgerIn(data);
    const hotFolderId = armInWindow(ledger, { path: '/in', outFolder: '/out' });
    const job = takeIn(ledger, { hotFolderId, recipe: 'Old' });
    const row = intend(ledger, job, 1);
    ledger.executions.sending(row);
    ledger.executions.adopt(row, 'e-1');
    ledger.executions.finished(row, 'Failed');
    ledger.jobs.end(job, 'failed', problemOf('execution-failed', { name: 'a.jpg' }));
    ledger.close();

    const all = await darkslide(['retry', '--failed', '--changed-recipe', '--json'], around);
    expect(all).toMatchObject({ status: 0, stdout: '' });
    const retried = await darkslide(['retry', '1', '--changed-recipe'], around);
    expect(retried).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Job 2 runs its photo with the new recipe and is charged.'),
    });
    const again = await darkslide(['retry', '1', '--changed-recipe', '--json'], around);
    expect(again.json()).toMatchObject([{ error: { code: 'job-made-already' } }]);
    const cancelled = await darkslide(['cancel', '2', '--json'], around);
    expect(cancelled.json()).toEqual([{ job: 2, state: 'cancelled' }]);
  });
});
