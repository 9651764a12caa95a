import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { keepMaking } from '../../../test/fixtures/holding.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { describe, expect, it } from 'vitest';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { systemClock } from '../../base/clock.ts';
import { watchSpace } from '../../app/status/disk-space.ts';

describe('the status', () => {
  let window: Window;

  const status = () => window.ask('status.get', {});

  it('counts every photo once, and counts what needs attention', async () => {
    window = await openWindow();
    const [done, held] = [await window.admit(), await window.admit('https://photos.example/1.jpg')];
    await window.act('pause', held);
    await window.until(done, 'done');
    expect(await status()).toMatchObject({
      connection: 'connected',
      waitingFor: [],
      counts: { done: 1, held: 1, waiting: 0, running: 0, total: 2 },
      needPerson: 1,
      spending: { spent: { day: { images: 1 } }, limits: { imagesPerDay: null } },
      isPaused: false,
    });
  });

  it('is offline while the service is unreachable, and recovers', async () => {
    window = await openWindow();
    window.service.inject({ on: 'any', kind: 'reset' });
    const id = await window.admit();
    await expect.poll(async () => (await status()).connection).toBe('offline');
    expect((await status()).waitingFor).toMatchObject([{ gate: 'service', needsPerson: false }]);
    window.service.clearFaults();
    await window.until(id, 'done');
    expect((await status()).connection).toBe('connected');
    const said = await window.ask('log.page', { least: 'info', limit: 10 });
    expect(said.map(({ code }) => code)).toContain('service-unreachable');
  });

  it('is refused while the key is not accepted', async () => {
    window = await openWindow();
    window.service.inject({ on: 'any', kind: 'unauthorised' });
    await window.admit();
    const refused = { connection: 'refused', waitingFor: [{ needsPerson: true }] };
    await expect.poll(status).toMatchObject(refused);
  });

  it('B6 counts photos stopped by the daily limit as waiting until tomorrow, and continues when it is raised', async () => {
    window = await openWindow();
    await window.ask('settings.change', { preferences: { imagesPerDay: 1, inFlight: 2 } });
    const ids = [await window.admit(), await window.admit('watch-steel.jpg')];
    const counts = { done: 1, waiting: 1, running: 0 };
    await expect.poll(status).toMatchObject({ counts, progress: { limited: 1 } });
    await expect.poll(async () => (await status()).isMoving).toBe(false);
    expect(await status()).toMatchObject({ progress: { estimate: null }, isLimitManaged: false });
    await window.ask('work.pause', {});
    expect((await status()).progress).toMatchObject({ limited: 0, estimate: null });
    await window.ask('work.resume', {});
    const raised = await window.ask('settings.change', { preferences: { imagesPerDay: 2 } });
    expect(raised).toMatchObject({ preferences: { imagesPerDay: 2, inFlight: 2 }, revision: 2 });
    for (const id of ids) await window.until(id, 'done');
    const spending = { spent: { day: { images: 2 } }, limits: { imagesPerDay: 2 } };
    expect(await status()).toMatchObject({ progress: { limited: 0 }, spending });
  });

  it('B6 reports that the administrator enforces the daily limit or allows no higher limit', async () => {
    window = await openWindow({ policy: () => ({ version: 1, limits: { imagesPerDay: 3 } }) });
    expect(await status()).toMatchObject({
      spending: { limits: { imagesPerDay: 3 } },
      isLimitManaged: true,
    });
    await window.ask('settings.change', { preferences: { imagesPerDay: 2 } });
    expect(await status()).toMatchObject({
      spending: { limits: { imagesPerDay: 2 } },
      isLimitManaged: false,
    });
  });

  it('stays paused after a restart, and still downloads images that are paid for', async () => {
    window = await openWindow();
    keepMaking(window.service);
    const paid = await window.admit();
    await expect.poll(() => window.service.records().executions.length).toBe(1);
    await window.ask('work.pause', {});
    const later = await window.admit('watch-steel.jpg');
    window = await window.restart();
    window.service.clearFaults();
    await window.until(paid, 'done');
    expect(await status()).toMatchObject({ isPaused: true, counts: { waiting: 1 } });
    await window.ask('work.resume', {});
    await window.until(later, 'done');
    expect((await status()).isPaused).toBe(false);
  });
});

describe('the free disk space', () => {
  it('is reported for the fullest disk, and is unknown if no folder can be checked', async () => {
    const folder = await ownFolder('space');
    await mkdir(join(folder, 'a'));
    const spaceIn = watchSpace(systemClock);
    expect(await spaceIn([])).toBeNull();
    expect(await spaceIn([join(folder, 'none')])).toBeNull();
    expect(await spaceIn([folder, join(folder, 'a'), join(folder, 'none')])).toBeGreaterThan(0);
  });
});
