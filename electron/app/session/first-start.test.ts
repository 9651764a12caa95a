import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { lightPhotographs } from '../../../test/fixtures/photographs.ts';
import { sessionIn } from '../../../test/handlers/session-in.ts';
import type { Session } from './session.ts';

const SAMPLES = 10;

// Executions take long, so that none ends while the test checks which photos are admitted.
const demoSpeed = { executionMs: 60_000, jitterMs: 0, psdMs: 60_000 };

it('completes a first start that was interrupted while copying the sample photographs', async () => {
  const folder = await ownFolder('first-start');
  await cp(lightPhotographs, join(folder, 'Drop'), { recursive: true });
  let session!: Session;
  const start = async () => {
    session = await sessionIn(folder, { demoSpeed });
    onTestFinished(() => session.stop());
  };
  const ledger = () => session.studio().ledger;
  const onStrip = () => ledger().filmstrip.count();

  await start();
  await expect.poll(onStrip, { timeout: 55_000, interval: 2 }).toBeGreaterThan(0);
  await session.stop();

  await start();
  expect(onStrip()).toBeGreaterThan(0);
  expect(onStrip()).toBeLessThan(SAMPLES);
  await session.samplesAdded();
  expect(ledger().hotFolders.all()).toHaveLength(1);
  expect(onStrip()).toBe(SAMPLES);
  expect(ledger().savedRecipes.all()).toHaveLength(2);

  const rows = ledger().filmstrip.page(0, SAMPLES);
  ledger().filmstrip.remove(rows.map(({ id }) => id));
  await session.stop();
  await start();
  // Photos that the user removed are not added again.
  expect(onStrip()).toBe(0);
  expect(ledger().hotFolders.all()).toHaveLength(1);
});
