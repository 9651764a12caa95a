import { describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;

const hold = (id: number) => () =>
  desk.ledger.jobs.end(id, 'held', { code: 'paused', message: 'A person paused it.' });

describe('a change to a job in hand', () => {
  it('comes before anything is bought, when it can', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'create', times: 1, kind: 'slow', ms: 30_000 });
    const id = await desk.admit();
    await desk.poll(() => desk.asked('create')).toBe(1);
    await desk.runner.change([id], hold(id));
    expect(desk.job(id)).toMatchObject({ state: 'held', problem: { code: 'paused' } });
    expect(desk.runner.moving()).toBe(0);
    desk.goOn(id);
    await desk.until(id, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('waits for the answer to a request to execute, and loses nothing of it', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'slow', ms: 30_000 });
    const id = await desk.admit();
    await desk.poll(() => desk.asked('execute')).toBe(1);
    await desk.runner.change([id], hold(id));
    expect(desk.job(id).state).toBe('held');
    expect(desk.executions(id)).toMatchObject([{ state: 'started' }]);
    desk.goOn(id);
    await desk.until(id, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('is not undone by another one that is made at the same time', async () => {
    desk = await openDesk();
    const id = await desk.admit();
    await Promise.all([
      desk.runner.change([id], hold(id)),
      desk.runner.change([id], () => desk.ledger.jobs.resume(id)),
    ]);
    await desk.until(id, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('that fails is told, and the job goes on', async () => {
    desk = await openDesk();
    const id = await desk.admit();
    const broken = () => {
      throw new Error('no');
    };
    await expect(desk.runner.change([id], broken)).rejects.toThrow('no');
    await desk.until(id, 'done');
  });
});

describe('a limit that is raised while it is reached', () => {
  it('F38 lets the next one go at once', async () => {
    desk = await openDesk({ limits: { imagesPerDay: 1 } });
    await desk.done();
    const id = await desk.admit({ photo: 'watch-steel.jpg' });
    await desk.poll(() => desk.job(id).problem?.code).toBe('spending-limit');
    desk.limits.imagesPerDay = 2;
    await desk.runner.limitsChanged();
    expect(await desk.until(id, 'done')).toBeNull();
  });
});
