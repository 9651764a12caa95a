import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { backUp } from '#electron/adapters/ledger/backup.ts';
import { companions, ledgerFile } from '#electron/adapters/ledger/files.ts';
import { openDesk, type Desk } from './desk.ts';

const CREATE = 'own-model-create';

/** One of which the last backup says that nothing was sent, made since; the ledger is damaged. */
async function madeAfterTheBackup(fault: 'info' | 'upload'): Promise<{ desk: Desk; id: number }> {
  const desk = await openDesk();
  desk.demo.inject({ kind: 'server-error', on: fault });
  const id = await desk.create('model', 'Ada', [await desk.photo('a.jpg')]);
  await desk.poll(() => desk.creation(id).problem?.code).toMatch(/^service-/);
  const data = join(desk.folder, 'data');
  const made = await backUp({ folder: data, clock: systemClock, random: () => 0.5 });
  if (!made.ok) throw new Error(made.problem.message);
  desk.demo.clearFaults();
  await desk.until(id, 'created');
  const again = await desk.restart({}, async () => {
    for (const companion of companions) {
      await rm(`${ledgerFile(data)}${companion}`, { force: true });
    }
    await writeFile(ledgerFile(data), 'damaged');
  });
  return { desk: again, id };
}

it('F40 a creation that a backup had not sent is not made twice, and waits for a person', async () => {
  const { desk, id } = await madeAfterTheBackup('upload');
  expect((await desk.until(id, 'stopped')).problem?.code).toBe('own-uncertain');
  await desk.own.refresh();
  await desk.calm();
  expect(desk.creation(id).state).toBe('stopped');
  expect([desk.arrived(CREATE), (await desk.account('model')).length]).toEqual([1, 1]);
  // a person may
  desk.own.again(id);
  await desk.until(id, 'created');
  expect(desk.arrived(CREATE)).toBe(2);
});

it('F40 a creation that a backup had uploaded is found by its photos', async () => {
  const { desk, id } = await madeAfterTheBackup('info');
  await desk.own.refresh();
  const { serviceId } = await desk.until(id, 'created');
  expect(await desk.account('model')).toEqual([{ id: serviceId, name: 'Ada' }]);
  expect(desk.arrived(CREATE)).toBe(1);
});
