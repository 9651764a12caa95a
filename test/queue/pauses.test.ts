import { describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;

const photos = ['lipstick-rouge.jpg', 'perfume-amber.jpg', 'watch-steel.jpg', 'handbag-cognac.jpg'];

const counts = () => desk.ledger.jobs.count();

describe('a pause', () => {
  it('lets nothing more be bought, brings home what is, and ends when a person says so', async () => {
    desk = await openDesk({
      limits: { inFlight: 1 },
      demo: { speed: { executionMs: 80_000, jitterMs: 0 } },
    });
    for (const photo of photos) await desk.admit({ photo });
    await desk.poll(() => desk.bought()).toBe(1);
    desk.ledger.pauses.pauseAll();
    await desk.poll(() => counts()).toMatchObject({ done: 1, waiting: 3, running: 0 });
    expect(desk.bought()).toBe(1);
    desk = await desk.restart();
    const last = await desk.admit({ photo: 'teapot-stoneware.jpg' });
    expect(desk.runner.moving()).toBe(0);
    expect(desk.ledger.pauses.isWaitedFor()).toBe(true);
    desk.ledger.pauses.resumeAll();
    desk.runner.wake();
    await desk.until(last, 'done');
    await desk.poll(() => counts()).toMatchObject({ done: 5, waiting: 0 });
    expect(desk.bought()).toBe(5);
  });

  it('of one hot folder leaves the others and what a person gave alone', async () => {
    desk = await openDesk({ limits: { inFlight: 1 } });
    const [paused, other] = [desk.hotFolder({ path: '/a' }), desk.hotFolder({ path: '/b' })];
    desk.ledger.hotFolders.arm(paused, false);
    const kept = await desk.admit({ photo: photos[0] ?? '', hotFolderId: paused });
    const goes = await desk.admit({ photo: photos[1] ?? '', hotFolderId: other });
    const given = await desk.admit({ photo: photos[2] ?? '' });
    await desk.until(goes, 'done');
    await desk.until(given, 'done');
    expect(counts()).toMatchObject({ waiting: 1, running: 0, done: 2 });
    desk.ledger.hotFolders.arm(paused, true);
    desk.runner.wake();
    await desk.until(kept, 'done');
  });
});
