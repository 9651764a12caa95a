import { describe, expect, it } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;

const photos = ['lipstick-rouge.jpg', 'perfume-amber.jpg', 'watch-steel.jpg', 'handbag-cognac.jpg'];

const counts = () => harness.ledger.jobs.count();

describe('a pause', () => {
  it('prevents further purchases, still delivers paid images, and ends when the user resumes', async () => {
    harness = await openHarness({
      limits: { inFlight: 1 },
      demo: { speed: { executionMs: 80_000, jitterMs: 0 } },
    });
    for (const photo of photos) await harness.admit({ photo });
    await harness.poll(() => harness.bought()).toBe(1);
    harness.ledger.pauses.pauseAll();
    await harness.poll(() => counts()).toMatchObject({ done: 1, waiting: 3, running: 0 });
    expect(harness.bought()).toBe(1);
    harness = await harness.restart();
    const last = await harness.admit({ photo: 'teapot-stoneware.jpg' });
    expect(harness.runner.moving()).toBe(0);
    expect(harness.ledger.pauses.isWaitedFor()).toBe(true);
    harness.ledger.pauses.resumeAll();
    harness.runner.wake();
    await harness.until(last, 'done');
    await harness.poll(() => counts()).toMatchObject({ done: 5, waiting: 0 });
    expect(harness.bought()).toBe(5);
  });

  it('of one hot folder doesn’t affect other hot folders or photos that the user has added', async () => {
    harness = await openHarness({ limits: { inFlight: 1 } });
    const [paused, other] = [harness.hotFolder({ path: '/a' }), harness.hotFolder({ path: '/b' })];
    harness.ledger.hotFolders.arm(paused, false);
    const kept = await harness.admit({ photo: photos[0] ?? '', hotFolderId: paused });
    const goes = await harness.admit({ photo: photos[1] ?? '', hotFolderId: other });
    const given = await harness.admit({ photo: photos[2] ?? '' });
    await harness.until(goes, 'done');
    await harness.until(given, 'done');
    expect(counts()).toMatchObject({ waiting: 1, running: 0, done: 2 });
    harness.ledger.hotFolders.arm(paused, true);
    harness.runner.wake();
    await harness.until(kept, 'done');
  });

  it('of a hot folder doesn’t hold a run that the user asks for, which is processed first', async () => {
    harness = await openHarness({ limits: { inFlight: 1 } });
    const paused = harness.hotFolder();
    const photo = photos[0] ?? '';
    const job = await harness.done({ photo, hotFolderId: paused });
    harness.ledger.hotFolders.arm(paused, false);
    const kept = await harness.admit({ photo: photos[1] ?? '', hotFolderId: paused });
    const asked = await harness.admit({ photo: photos[2] ?? '', hotFolderId: paused });
    expect(await harness.admit({ photo, again: true })).toBe(job);
    expect(harness.job(job)).toMatchObject({ hotFolderId: paused, priority: 10 });
    await harness.until(job, 'done');
    expect(harness.executions(job)).toHaveLength(2);
    // it is also no longer held if it has not run yet
    expect(await harness.admit({ photo: photos[2] ?? '' })).toBe(asked);
    await harness.until(asked, 'done');
    expect(harness.job(kept).state).toBe('waiting');
    expect(harness.ledger.pauses.isWaitedFor()).toBe(true);
  });

  it('of all work also holds the runs that the user asks for', async () => {
    harness = await openHarness();
    const job = await harness.done({ photo: photos[0] ?? '', hotFolderId: harness.hotFolder() });
    harness.ledger.pauses.pauseAll();
    await harness.admit({ photo: photos[0] ?? '', again: true });
    expect(harness.runner.moving()).toBe(0);
    expect(harness.ledger.pauses.isWaitedFor()).toBe(true);
    expect(harness.job(job).state).toBe('waiting');
    harness.ledger.pauses.resumeAll();
    harness.runner.wake();
    await harness.until(job, 'done');
  });
});
