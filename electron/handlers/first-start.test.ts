import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lightPhotographs } from '../../test/fixtures/photographs.ts';
import { patience } from '../../test/handlers/window.ts';
import { sessionSecrets } from '../settings/secrets.ts';
import { openDesk, type Desk } from './desk.ts';

const SAMPLES = 10;

let folder: string;
let desk: Desk;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-first-start-'));
  await cp(lightPhotographs, join(folder, 'Drop'), { recursive: true });
});
afterEach(async () => {
  await desk.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const opened = await openDesk({
    dataFolder: folder,
    service: null,
    secrets: sessionSecrets(),
    env: {},
    // nothing is made while it is watched what is admitted
    demoSpeed: { executionMs: 60_000, jitterMs: 0, psdMs: 60_000 },
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  desk = opened.value;
}

const ledger = () => desk.studio().ledger;
const onStrip = () => ledger().filmstrip.count();

it('goes on after a first start that was cut off among the sample photographs', async () => {
  await start();
  await expect.poll(onStrip, { timeout: 40_000, interval: 2 }).toBeGreaterThan(0);
  await desk.stop();

  await start();
  expect(onStrip()).toBeGreaterThan(0);
  expect(onStrip()).toBeLessThan(SAMPLES);
  await expect.poll(() => ledger().hotFolders.all().length, patience).toBe(1);
  expect(onStrip()).toBe(SAMPLES);
  expect(ledger().savedRecipes.all()).toHaveLength(2);

  const rows = ledger().filmstrip.page(0, SAMPLES);
  ledger().filmstrip.remove(rows.map(({ id }) => id));
  await desk.stop();
  await start();
  // what a person took off does not come back
  expect(onStrip()).toBe(0);
  expect(ledger().hotFolders.all()).toHaveLength(1);
});
