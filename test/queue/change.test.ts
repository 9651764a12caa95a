import { afterEach, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

function jobOf(id: number) {
  const loaded = desk.ledger.jobs.load(id);
  if (!loaded.ok) throw new Error(loaded.problem.message);
  return loaded.value;
}

const hold = (id: number) => () =>
  desk.ledger.jobs.end(id, 'held', { code: 'paused', message: 'A person paused it.' });
const asked = (operation: string) => desk.demo.books().requests[operation] ?? 0;

describe('a change to a job in hand', () => {
  it('comes before anything is bought, when it can', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'create', times: 1, kind: 'slow', ms: 30_000 });
    const id = await desk.admit();
    await desk.poll(() => asked('create')).toBe(1);
    await desk.runner.change([id], hold(id));
    expect(jobOf(id)).toMatchObject({ state: 'held', problem: { code: 'paused' } });
    expect(desk.runner.moving()).toBe(0);
    desk.ledger.jobs.resume(id);
    desk.runner.wake();
    await desk.until(id, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('waits for the answer to a request to execute, and loses nothing of it', async () => {
    desk = await openDesk();
    desk.demo.inject({ on: 'execute', times: 1, kind: 'slow', ms: 30_000 });
    const id = await desk.admit();
    await desk.poll(() => asked('execute')).toBe(1);
    await desk.runner.change([id], hold(id));
    expect(jobOf(id).state).toBe('held');
    expect(desk.ledger.executions.ofJob(id)).toMatchObject([{ state: 'started' }]);
    desk.ledger.jobs.resume(id);
    desk.runner.wake();
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
  it('lets the next one go at once', async () => {
    const limits = { imagesPerDay: 1 };
    desk = await openDesk({ limits });
    await desk.until(await desk.admit(), 'done');
    const id = await desk.admit({ photo: 'watch-steel.jpg' });
    await desk.poll(() => jobOf(id).problem?.code).toBe('spending-limit');
    desk.limits.imagesPerDay = 2;
    await desk.runner.limitsChanged();
    expect(await desk.until(id, 'done')).toBeNull();
  });
});
