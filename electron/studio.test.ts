import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { HelperProcess, StartHelper } from './base/helper.ts';
import { systemClock } from './base/clock.ts';
import { openDesk } from './handlers/desk.ts';
import { startNode } from './images/start-node.ts';
import { openLedger } from './ledger/open.ts';
import { sessionSecrets } from './settings/secrets.ts';
import { openStudio, type StudioOptions } from './studio.ts';
import { openTools } from './studio-tools.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-closing-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A process beside this one whose way is broken, so that it cannot be told to end. */
const brokenWay: StartHelper = (path, args) => {
  const helper: HelperProcess = startNode(path, args);
  return {
    ...helper,
    send() {
      helper.kill();
      throw new Error('the way to the process is broken');
    },
  };
};
/** One that does not even start. */
const noStart: StartHelper = () => {
  throw new Error('no process starts');
};

const optionsIn = (dataFolder: string, more: Partial<StudioOptions> = {}): StudioOptions => ({
  dataFolder,
  service: null,
  ...more,
});

/** Whether nothing holds the ledger and its lock any more. */
function isFree(folder: string): boolean {
  const opened = openLedger(folder, systemClock);
  if (opened.ok) opened.value.close();
  return opened.ok;
}

it('B4 a studio releases ledger and lock when a part of it fails to close, and says what failed', async () => {
  const folder = await newFolder();
  const opened = await openStudio(optionsIn(folder, { startHelper: brokenWay }), () => {});
  if (!opened.ok) throw new Error(opened.problem.message);
  const studio = opened.value;
  studio.start();
  expect(isFree(folder)).toBe(false);
  await expect(studio.stop()).rejects.toThrow('the way to the process is broken');
  expect(studio.ending.aborted).toBe(true);
  expect(isFree(folder)).toBe(true);
  // once closed it stays closed, and tells the same
  await expect(studio.stop()).rejects.toThrow('the way to the process is broken');
});

it('B4 a studio releases ledger and lock when it cannot be opened to its end', async () => {
  const folder = await newFolder();
  const listen = () => {};
  await expect(openStudio(optionsIn(folder, { startHelper: noStart }), listen)).rejects.toThrow(
    'no process starts',
  );
  expect(isFree(folder)).toBe(true);
  await expect(openTools({ ...optionsIn(folder), startHelper: noStart })).rejects.toThrow(
    'no process starts',
  );
  expect(isFree(folder)).toBe(true);
});

it('B4 tools release the lock when one of them fails to close', async () => {
  const folder = await newFolder();
  const opened = await openTools({ ...optionsIn(folder), startHelper: brokenWay });
  if (!opened.ok) throw new Error(opened.problem.message);
  await expect(opened.value.close()).rejects.toThrow('the way to the process is broken');
  expect(isFree(folder)).toBe(true);
});

it('B4 a desk closes all of itself, and notes what failed in its log', async () => {
  const folder = await newFolder();
  const options = { service: null, secrets: sessionSecrets(), env: {}, startHelper: brokenWay };
  const opened = await openDesk({ dataFolder: folder, ...options });
  if (!opened.ok) throw new Error(opened.problem.message);
  const desk = opened.value;
  await desk.stop();
  const [last] = desk.log.entries('error', 1);
  expect(last).toMatchObject({
    code: 'internal',
    text: expect.stringContaining('closed the studio'),
  });
  expect(isFree(folder)).toBe(true);

  const started = openDesk({ dataFolder: folder, ...options, startHelper: noStart });
  await expect(started).rejects.toThrow('no process starts');
  expect(isFree(folder)).toBe(true);
});
