import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { backUp } from '#electron/adapters/ledger/backup.ts';
import { companions, ledgerFile } from '#electron/adapters/ledger/files.ts';
import { openHarness, type Harness } from './harness.ts';

const CREATE = 'custom-model-create';

/**
 * Prepares a creation that was sent after the last backup, and damages the ledger, so that the next start
 * restores the backup.
 */
async function madeAfterTheBackup(
  fault: 'info' | 'upload',
): Promise<{ harness: Harness; id: number }> {
  const harness = await openHarness();
  harness.demo.inject({ kind: 'server-error', on: fault });
  const id = await harness.create('model', 'Ada', [await harness.photo('a.jpg')]);
  await harness.poll(() => harness.creation(id).problem?.code).toMatch(/^service-/);
  const data = join(harness.folder, 'data');
  const made = await backUp({ folder: data, clock: systemClock, random: () => 0.5 });
  if (!made.ok) throw new Error(made.problem.message);
  harness.demo.clearFaults();
  await harness.until(id, 'created');
  const again = await harness.restart({}, async () => {
    for (const companion of companions) {
      await rm(`${ledgerFile(data)}${companion}`, { force: true });
    }
    await writeFile(ledgerFile(data), 'damaged');
  });
  return { harness: again, id };
}

it('F40 a creation that was not sent before the backup is not repeated, and waits for the user', async () => {
  const { harness, id } = await madeAfterTheBackup('upload');
  expect((await harness.until(id, 'stopped')).problem?.code).toBe('own-uncertain');
  await harness.customModels.refresh();
  await harness.calm();
  expect(harness.creation(id).state).toBe('stopped');
  expect([harness.arrived(CREATE), (await harness.account('model')).length]).toEqual([1, 1]);
  // the user may repeat the creation
  harness.customModels.again(id);
  await harness.until(id, 'created');
  expect(harness.arrived(CREATE)).toBe(2);
});

it('F40 a creation that was uploaded before the backup is found by its photos', async () => {
  const { harness, id } = await madeAfterTheBackup('info');
  await harness.customModels.refresh();
  const { serviceId } = await harness.until(id, 'created');
  expect(await harness.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
  expect(harness.arrived(CREATE)).toBe(1);
});
