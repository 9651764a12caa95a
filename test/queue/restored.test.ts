import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;

/** Makes a backup immediately before the photo is bought. */
async function backedUpBeforeExecute(recipe: object) {
  harness = await openHarness();
  harness.demo.inject({ on: 'execute', times: 1, kind: 'unauthorised' });
  const job = await harness.admit({ recipe });
  await harness.poll(() => harness.runner.closed().length).toBe(1);
  const restore = await harness.backUp();
  await harness.runner.reopen();
  await harness.until(job, 'done');
  return { job, restore };
}

const outFiles = () => readdir(join(harness.folder, 'out'));

describe('F41 restoring a backup from before the purchase', () => {
  it.each([
    ['metadata is kept', { ...plainRecipe, delivery: { metadata: 'keep' } }],
    ['a PSD comes with it', { ...plainRecipe, delivery: { metadata: 'none', psd: true } }],
  ])('buys nothing again and copies nothing that was delivered, if %s', async (_, recipe) => {
    const { job, restore } = await backedUpBeforeExecute(recipe);
    const before = await outFiles();
    harness = await harness.restart(restore);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
    expect(await outFiles()).toEqual(before);
    const delivered = harness.ledger.results
      .ofJob(job)
      .map((r) => basename(r.delivered?.file ?? ''));
    expect(new Set(delivered)).toEqual(new Set(before));
  });
});
