import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goodMasks } from '../fixtures/mask-files.ts';
import { openFolderSession, type FolderSession } from '../handlers/folder-session.ts';
import { valueOf } from '../fixtures/values.ts';
import { plainRecipe } from '../queue/harness.ts';
import { jpeg } from './hot-folder-harness.ts';

const size = 600;
const photo = (number: number) => jpeg(number * 16 + 5, size);
const drop = async (name: string, number: number) =>
  harness.put(`drop/${name}`, await photo(number));
/** Two masks that keep the same half of the photo, but are encoded differently. */
const [before, after] = await Promise.all(
  ['black-and-white.png', 'grey.png'].map((name) =>
    goodMasks.find((mask) => mask.name === name)!.make(size, size),
  ),
);

let harness: FolderSession;
let mask: string;

/** Watches a hot folder whose recipe names a mask; returns its id. */
async function watchWithMask(askAbove?: number, settleMs = 200): Promise<number> {
  harness = await openFolderSession(askAbove);
  mask = join(harness.root, 'mask.png');
  await writeFile(mask, before!);
  const params = { ...plainRecipe.params, maskType: 'custom' };
  const recipe = await harness.recipe('Masked', { params, mask });
  const { id } = await harness.add(await harness.draft('drop', recipe, { settleMs }));
  await harness.until(id, { state: 'watching' });
  return id;
}

describe('a mask that is edited while its hot folder is watched', () => {
  it('A8 applies to later photos, without a restart', async () => {
    const id = await watchWithMask();
    await drop('a.jpg', 1);
    await harness.until(id, { counts: { done: 1, total: 1 } });
    await writeFile(mask, after!);
    await drop('b.jpg', 2);
    await drop('c.jpg', 3);
    const card = await harness.until(id, { counts: { done: 3, total: 3 } });
    expect(card.needPerson).toBe(0);
  });

  it('A8 stops photos that were admitted before it; they run when the old mask is restored', async () => {
    const id = await watchWithMask();
    const studio = harness.studio();
    studio.pauseAll();
    await drop('a.jpg', 1);
    await harness.until(id, { counts: { waiting: 1, total: 1 } });
    await writeFile(mask, after!);
    await drop('b.jpg', 2);
    await harness.until(id, { counts: { waiting: 2, total: 2 } });
    studio.resumeAll();
    await harness.until(id, { counts: { failed: 1, done: 1 } });
    const [failed = 0] = studio.ledger.jobs.list(['failed'], 1);
    const message = expect.stringContaining('"mask.png" changed after the photo was added');
    const problem = { code: 'recipe-file-changed', message };
    const job = valueOf(studio.ledger.jobs.load(failed));
    expect(job).toMatchObject({ name: 'a.jpg', problem });
    await writeFile(mask, before!);
    studio.ledger.jobs.resume(failed, { again: false });
    studio.wake();
    await harness.until(id, { counts: { failed: 0, done: 2 } });
  });

  it('A8 applies to a large drop: its photos use the mask as it is when the user confirms the drop', async () => {
    const id = await watchWithMask(1);
    await drop('a.jpg', 1);
    await drop('b.jpg', 2);
    const { asks } = await harness.until(id, { state: 'asks', asks: { photos: 2 } });
    await writeFile(mask, after!);
    await harness.ask('folders.answer', { id, answer: 'take', last: asks?.last ?? 0 });
    const card = await harness.until(id, { counts: { done: 2, total: 2 } });
    expect(card.needPerson).toBe(0);
  });

  it('A8 applies to a drop whose photos are still being counted', async () => {
    const id = await watchWithMask(2, 1000);
    await drop('a.jpg', 1);
    await drop('b.jpg', 2);
    // Darkslide cannot detect whether the third photo is complete, so it waits ten times longer for this file
    const endless = Buffer.from('IIU\0 and nothing that says its length');
    const third = await harness.put('drop/c.rw2', endless);
    await harness.put('drop/d.jpg', (await photo(4)).subarray(0, 900));
    // once the last photo is refused, the first two have been checked as well, but not bought
    await harness.until(id, { counts: { total: 0 }, refusals: [{ path: 'd.jpg' }] });
    await writeFile(mask, after!);
    await rm(third);
    const card = await harness.until(id, { counts: { done: 2, total: 2 } });
    expect(card.counts.failed).toBe(0);
  });

  it('A8 makes photos wait while it is missing, and shows the reason', async () => {
    const id = await watchWithMask();
    await rename(mask, `${mask}.away`);
    await drop('a.jpg', 1);
    const message = expect.stringMatching(/^"mask\.png" in the recipe .* so "a\.jpg" was not/);
    const problem = { code: 'recipe-file-unreadable', message };
    await harness.until(id, { counts: { total: 0 }, refusals: [{ path: 'a.jpg', problem }] });
    await rename(`${mask}.away`, mask);
    await harness.until(id, { counts: { done: 1 }, refused: 0 });
  });
});
