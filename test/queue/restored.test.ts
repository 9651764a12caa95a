import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;

/** A backup made right before the photo is bought. */
async function backedUpBeforeExecute(recipe: object) {
  desk = await openDesk();
  desk.demo.inject({ on: 'execute', times: 1, kind: 'unauthorised' });
  const job = await desk.admit({ recipe });
  await desk.poll(() => desk.runner.closed().length).toBe(1);
  const restore = await desk.backUp();
  await desk.runner.reopen();
  await desk.until(job, 'done');
  return { job, restore };
}

const outFiles = () => readdir(join(desk.folder, 'out'));

describe('F41 a backup from before the purchase is put in place', () => {
  it.each([
    ['metadata is kept', { ...plainRecipe, delivery: { metadata: 'keep' } }],
    ['a PSD comes with it', { ...plainRecipe, delivery: { metadata: 'none', psd: true } }],
  ])(
    'nothing is bought again and what was delivered is not copied, where %s',
    async (_, recipe) => {
      const { job, restore } = await backedUpBeforeExecute(recipe);
      const before = await outFiles();
      desk = await desk.restart(restore);
      await desk.until(job, 'done');
      expect(desk.bought()).toBe(1);
      expect(await outFiles()).toEqual(before);
      const delivered = desk.ledger.results
        .ofJob(job)
        .map((r) => basename(r.delivered?.file ?? ''));
      expect(new Set(delivered)).toEqual(new Set(before));
    },
  );
});
