import { copyFile, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { backUp } from '#electron/ledger/backup.ts';
import { companions, ledgerFile } from '#electron/ledger/files.ts';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

/** A backup made right before the photo is bought. */
async function backedUpBeforeExecute(recipe: object): Promise<{ job: number; backup: string }> {
  desk = await openDesk();
  desk.demo.inject({ on: 'execute', times: 1, kind: 'unauthorised' });
  const job = await desk.admit({ recipe });
  await desk.poll(() => desk.runner.closed().length).toBe(1);
  const folder = join(desk.folder, 'data');
  const made = await backUp({ folder, clock: desk.clock, random: () => 0.5 });
  if (!made.ok) throw new Error(made.problem.message);
  await desk.runner.reopen();
  await desk.until(job, 'done');
  return { job, backup: made.value.file };
}

const putInPlace = (backup: string) => async (data: string) => {
  for (const companion of companions) {
    await rm(`${ledgerFile(data)}${companion}`, { force: true });
  }
  await copyFile(backup, ledgerFile(data));
};

const outFiles = () => readdir(join(desk.folder, 'out'));

describe('F41 a backup from before the purchase is put in place', () => {
  it.each([
    ['metadata is kept', { ...plainRecipe, delivery: { metadata: 'keep' } }],
    ['a PSD comes with it', { ...plainRecipe, delivery: { metadata: 'none', psd: true } }],
  ])(
    'nothing is bought again and what was delivered is not copied, where %s',
    async (_, recipe) => {
      const { job, backup } = await backedUpBeforeExecute(recipe);
      const before = await outFiles();
      desk = await desk.restart(putInPlace(backup));
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
