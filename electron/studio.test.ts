import { expect, it } from 'vitest';
import { ownFolder } from '../test/fixtures/own-folder.ts';
import { valueOf } from '../test/fixtures/values.ts';
import { sessionIn } from '../test/handlers/session-in.ts';
import type { HelperProcess, StartHelper } from './base/helper.ts';
import { systemClock } from './base/clock.ts';
import { startNode } from './adapters/images/start-node.ts';
import { openLedger } from './adapters/ledger/open.ts';
import { openStudio } from './studio.ts';
import type { StudioEvent } from './studio-events.ts';
import { openTools } from './studio-tools.ts';
import { accessIn } from '../test/fixtures/permitted.ts';

/** Starts a helper process to which no message can be sent, so that it can't be asked to exit. */
const brokenChannel: StartHelper = (path, args) => {
  const helper: HelperProcess = startNode(path, args);
  return {
    ...helper,
    send() {
      helper.kill();
      throw new Error('the channel to the process is broken');
    },
  };
};
/** Fails to start a helper process. */
const noStart: StartHelper = () => {
  throw new Error('no process starts');
};

/** Returns whether the ledger and its lock are free. */
function isFree(folder: string): boolean {
  const opened = openLedger(folder, systemClock);
  if (opened.ok) opened.value.close();
  return opened.ok;
}

it('B4 a studio releases the ledger and its lock if a part fails to close, and reports the failure', async () => {
  const folder = await ownFolder('closing');
  const options = {
    dataFolder: folder,
    access: accessIn(folder),
    service: null,
    startHelper: brokenChannel,
  };
  const studio = valueOf(await openStudio(options, () => {}));
  studio.start();
  expect(isFree(folder)).toBe(false);
  await expect(studio.stop()).rejects.toThrow('the channel to the process is broken');
  expect(studio.ending.aborted).toBe(true);
  expect(isFree(folder)).toBe(true);
  // a second call of `stop` reports the same failure
  await expect(studio.stop()).rejects.toThrow('the channel to the process is broken');
});

it('B4 a studio releases the ledger and its lock if it can’t be opened completely', async () => {
  const folder = await ownFolder('closing');
  const options = {
    dataFolder: folder,
    access: accessIn(folder),
    service: null,
    startHelper: noStart,
  };
  for (const open of [() => openStudio(options, () => {}), () => openTools(options)]) {
    await expect(open()).rejects.toThrow('no process starts');
    expect(isFree(folder)).toBe(true);
  }
});

it('B4 tools release the lock if one of them fails to close', async () => {
  const folder = await ownFolder('closing');
  const options = {
    dataFolder: folder,
    access: accessIn(folder),
    service: null,
    startHelper: brokenChannel,
  };
  const tools = valueOf(await openTools(options));
  await expect(tools.close()).rejects.toThrow('the channel to the process is broken');
  expect(isFree(folder)).toBe(true);
});

it('B4 a studio closes all parts, and logs those that failed', async () => {
  const folder = await ownFolder('closing');
  const harness = await sessionIn(folder, { startHelper: brokenChannel });
  await harness.stop();
  const text = expect.stringContaining('while Darkslide closed') as string;
  expect(harness.log.entries('error', 1)).toMatchObject([{ code: 'internal', text }]);
  expect(isFree(folder)).toBe(true);

  await expect(sessionIn(folder, { startHelper: noStart })).rejects.toThrow('no process starts');
  expect(isFree(folder)).toBe(true);
});

it('a listener that throws doesn’t make a commit fail, and its error is reported', async () => {
  const folder = await ownFolder('listening');
  const events: StudioEvent[] = [];
  const studio = valueOf(
    await openStudio({ dataFolder: folder, service: null, access: accessIn(folder) }, (event) => {
      events.push(event);
      if (event.kind === 'committed') throw new Error('the screen is gone');
    }),
  );
  studio.pauseAll();
  expect(studio.ledger.pauses.since()).not.toBeNull();
  expect(events).toMatchObject([
    { kind: 'committed', commit: { tables: new Set(['pauses']) } },
    { kind: 'mistake', problem: { code: 'internal' } },
  ]);
  await studio.stop();
});
