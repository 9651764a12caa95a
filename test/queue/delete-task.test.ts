import { describe, expect, it } from 'vitest';
import { askPsd } from '#electron/engine/queue/ask-psd.ts';
import { retry } from '#electron/engine/queue/change-jobs.ts';
import { deleteTask } from '#electron/engine/queue/delete-task.ts';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;

const ask = (job: number) =>
  desk.ledger.transaction(() => deleteTask(desk.clock.wall())(desk.ledger, job));
const deleted = () => desk.demo.books().tasks.map((task) => task.deleted);
const open = () => desk.ledger.deletions.open(10).length;

async function askAndDelete(job: number): Promise<void> {
  expect(ask(job)).toMatchObject({ ok: true, value: { means: 'deletes-task' } });
  desk.runner.deleteTasks();
  await desk.poll(open).toBe(0);
}

/** One more run, as a person asks for it. */
async function again(job: number): Promise<void> {
  await desk.admit({ again: true });
  await desk.until(job, 'done');
}

describe('a task that a person has deleted', () => {
  it('is gone at the service; one more run has a task of its own, and no PSD is asked for on the old one', async () => {
    desk = await openDesk();
    const job = await desk.done();
    const [first] = desk.ledger.results.ofJob(job);
    await askAndDelete(job);
    expect(deleted()).toEqual([true]);
    expect(desk.history(job)).toContain('task deleted at the service');
    expect(ask(job)).toMatchObject({ problem: { code: 'task-deleted-already' } });
    const psd = desk.ledger.transaction(() => askPsd(desk.ledger, first?.id ?? 0));
    expect(psd).toMatchObject({ problem: { code: 'task-deleted' } });

    await again(job);
    expect(deleted()).toEqual([true, false]);
    expect(desk.bought()).toBe(2);
    expect(desk.demo.books().uploads).toHaveLength(2);
    const newest = desk.ledger.results.ofJob(job).at(-1)?.id ?? 0;
    expect(desk.ledger.transaction(() => askPsd(desk.ledger, newest)).ok).toBe(true);
    desk.runner.wake();
    await desk.until(job, 'done');
    expect(desk.delivered(job)).toHaveLength(3);
  });

  it.each(['accept-then-reset', 'reset'] as const)(
    'is deleted once when the answer is lost (%s), however often it is asked for',
    async (kind) => {
      desk = await openDesk();
      const job = await desk.done();
      desk.demo.inject({ on: 'delete', times: 4, kind });
      await askAndDelete(job);
      expect(deleted()).toEqual([true]);
      expect(
        desk.history(job).filter((what) => what === 'task deleted at the service'),
      ).toHaveLength(1);
      expect(desk.history(job)).not.toContain('task not deleted at the service');
    },
  );

  it('is deleted at the next start when the program ended between the two', async () => {
    desk = await openDesk();
    const job = await desk.done();
    expect(ask(job).ok).toBe(true);
    expect(desk.asked('delete')).toBe(0);
    desk = await desk.restart();
    await desk.poll(open).toBe(0);
    expect(deleted()).toEqual([true]);
    expect(desk.history(job).at(-1)).toBe('task deleted at the service');
  });

  it('stays when the service says so, which is told and asked for once', async () => {
    desk = await openDesk();
    const job = await desk.done();
    desk.demo.inject({ on: 'delete', kind: 'refused', text: 'Tasks are kept for 30 days.' });
    await askAndDelete(job);
    expect(deleted()).toEqual([false]);
    expect(desk.ledger.history.of(job).at(-1)).toMatchObject({
      what: 'task not deleted at the service',
      detail: 'Tasks are kept for 30 days.',
    });
    desk = await desk.restart();
    await again(job);
    expect(desk.asked('delete')).toBe(1);
    expect(desk.bought()).toBe(2);
  });

  it('is not one that the job has now', async () => {
    desk = await openDesk();
    const job = await desk.done();
    const task = desk.job(job).taskId ?? '';
    expect(ask(job).ok).toBe(true);
    // as a restored ledger learns it from the log of purchases
    desk.ledger.jobs.created(job, task);
    desk.runner.deleteTasks();
    expect(open()).toBe(0);
    expect(deleted()).toEqual([false]);
  });
});

describe('a task that is needed', () => {
  it('is kept while its job runs, waits or is held', async () => {
    desk = await openDesk({ demo: { speed: { executionMs: 6_000_000, jitterMs: 0 } } });
    const job = await desk.admit();
    const states = () => desk.executions(job).map(({ state }) => state);
    await desk.poll(states).toEqual(['started']);
    expect(ask(job)).toMatchObject({ problem: { code: 'task-in-use' } });
    await desk.runner.change([job], () => desk.ledger.jobs.end(job, 'held', null));
    expect(ask(job)).toMatchObject({ problem: { code: 'task-in-use' } });
    // given up by a person while it is made: what is paid for is there still
    desk.ledger.jobs.end(job, 'cancelled', null);
    expect(ask(job)).toMatchObject({ problem: { code: 'task-in-use' } });
    expect(desk.ledger.deletions.open(10)).toEqual([]);
  });

  it('is kept while nobody knows whether a request was charged, and for as long as it is looked for', async () => {
    desk = await openDesk({ limits: { doubtWindow: 10_000 } });
    desk.demo.inject({ on: 'execute', times: 1, kind: 'reset' });
    const job = await desk.admit();
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(ask(job)).toMatchObject({ problem: { code: 'task-uncertain' } });
    desk.ledger.transaction(() => retry(true)(desk.ledger, job));
    desk.runner.wake();
    await desk.until(job, 'done');
    expect(ask(job)).toMatchObject({ problem: { code: 'task-uncertain' } });
    desk.clock.setWall(4 * 24 * 3_600_000);
    await askAndDelete(job);
    expect(deleted()).toEqual([true]);
  });
});

describe('F89 a task that is gone at the service, where the ledger is from before its deletion', () => {
  it('one more run of it is held by the service’s no and goes on with a new task, buying once', async () => {
    desk = await openDesk();
    const job = await desk.done();
    const restore = await desk.backUp();
    await askAndDelete(job);
    desk = await desk.restart(restore);
    await desk.admit({ again: true });
    expect(await desk.until(job, 'held')).toBe('service-refused');
    expect(desk.bought()).toBe(1);
    expect(desk.ledger.transaction(() => retry(false)(desk.ledger, job)).ok).toBe(true);
    desk.runner.wake();
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(2);
    expect(deleted()).toEqual([true, false]);
  });
});
