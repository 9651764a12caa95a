import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';
import { systemClock } from '../base/clock.ts';
import { watchSpace } from './disk-space.ts';

describe('the status', () => {
  let window: Window;
  afterEach(() => window.close());

  const status = () => window.ask('status.get', {});

  it('counts every photo once, and what needs a person', async () => {
    window = await openWindow();
    const [done, held] = [await window.admit(), await window.admit('https://photos.example/1.jpg')];
    await window.ask('queue.act', { jobs: { ids: [held] }, action: 'pause' });
    await window.until(done, 'done');
    expect(await status()).toMatchObject({
      connection: 'connected',
      waitingFor: [],
      counts: { done: 1, held: 1, waiting: 0, running: 0, total: 2 },
      needPerson: 1,
      today: { images: 1, limit: null },
      isPaused: false,
    });
  });

  it('is offline while the service cannot be reached, and says when that is over', async () => {
    window = await openWindow();
    window.service.inject({ on: 'any', kind: 'reset' });
    const id = await window.admit();
    await expect.poll(async () => (await status()).connection, patience).toBe('offline');
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
    await expect.poll(async () => (await status()).connection, patience).toBe('refused');
    expect((await status()).waitingFor).toMatchObject([{ needsPerson: true }]);
  });

  it('B6 counts what the daily limit stops as waiting until tomorrow, and goes on when it is raised', async () => {
    window = await openWindow();
    await window.ask('settings.change', { preferences: { imagesPerDay: 1 } });
    const ids = [await window.admit(), await window.admit('watch-steel.jpg')];
    await expect
      .poll(status, patience)
      .toMatchObject({ counts: { done: 1, waiting: 1, running: 0 }, progress: { limited: 1 } });
    await expect.poll(async () => (await status()).isMoving, patience).toBe(false);
    expect(await status()).toMatchObject({ progress: { estimate: null }, isLimitManaged: false });
    await window.ask('work.pause', {});
    expect((await status()).progress).toEqual({ limited: 0, estimate: null });
    await window.ask('work.resume', {});
    await window.ask('settings.change', { preferences: { imagesPerDay: 2 } });
    for (const id of ids) await window.until(id, 'done');
    expect((await status()).progress.limited).toBe(0);
  });

  it('B6 says that the administrator has set the daily limit, or allows no higher one', async () => {
    window = await openWindow({ policy: () => ({ version: 1, limits: { imagesPerDay: 3 } }) });
    expect(await status()).toMatchObject({ today: { limit: 3 }, isLimitManaged: true });
    await window.ask('settings.change', { preferences: { imagesPerDay: 2 } });
    expect(await status()).toMatchObject({ today: { limit: 2 }, isLimitManaged: false });
  });

  it('is paused over a restart, and brings home what is paid for', async () => {
    window = await openWindow({ executionMs: 500 });
    const paid = await window.admit();
    await expect.poll(() => window.service.books().executions.length, patience).toBe(1);
    await window.ask('work.pause', {});
    const later = await window.admit('watch-steel.jpg');
    window = await window.restart();
    await window.until(paid, 'done');
    expect(await status()).toMatchObject({ isPaused: true, counts: { waiting: 1 } });
    await window.ask('work.resume', {});
    await window.until(later, 'done');
    expect((await status()).isPaused).toBe(false);
  });
});

describe('the room on a disk', () => {
  it('is told of the fullest, and is unknown where nothing can be asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-space-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'a'));
    const spaceIn = watchSpace(systemClock);
    expect(await spaceIn([])).toBeNull();
    expect(await spaceIn([join(folder, 'none')])).toBeNull();
    expect(await spaceIn([folder, join(folder, 'a'), join(folder, 'none')])).toBeGreaterThan(0);
  });
});
