import { describe, expect, it } from 'vitest';
import { askPsd } from '#electron/engine/queue/ask-psd.ts';
import { retry } from '#electron/engine/queue/change-jobs.ts';
import { deleteTask } from '#electron/engine/queue/delete-task.ts';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;

const ask = (job: number) =>
  harness.ledger.transaction(() => deleteTask(harness.clock.wall())(harness.ledger, job));
const deleted = () => harness.demo.records().tasks.map((task) => task.deleted);
const open = () => harness.ledger.deletions.open(10).length;

async function askAndDelete(job: number): Promise<void> {
  expect(ask(job)).toMatchObject({ ok: true, value: { means: 'deletes-task' } });
  harness.runner.deleteTasks();
  await harness.poll(open).toBe(0);
}

/** Starts another run, as the user does. */
async function again(job: number): Promise<void> {
  await harness.admit({ again: true });
  await harness.until(job, 'done');
}

describe('a task that the user has deleted', () => {
  it('no longer exists at the service; another run uses a new task, and requests no PSD of the old task', async () => {
    harness = await openHarness();
    const job = await harness.done();
    const [first] = harness.ledger.results.ofJob(job);
    await askAndDelete(job);
    expect(deleted()).toEqual([true]);
    expect(harness.history(job)).toContain('task deleted at the service');
    expect(ask(job)).toMatchObject({ problem: { code: 'task-deleted-already' } });
    const psd = harness.ledger.transaction(() => askPsd(harness.ledger, first?.id ?? 0));
    expect(psd).toMatchObject({ problem: { code: 'task-deleted' } });

    await again(job);
    expect(deleted()).toEqual([true, false]);
    expect(harness.bought()).toBe(2);
    expect(harness.demo.records().uploads).toHaveLength(2);
    const newest = harness.ledger.results.ofJob(job).at(-1)?.id ?? 0;
    expect(harness.ledger.transaction(() => askPsd(harness.ledger, newest)).ok).toBe(true);
    harness.runner.wake();
    await harness.until(job, 'done');
    expect(harness.delivered(job)).toHaveLength(3);
  });

  it.each(['accept-then-reset', 'reset'] as const)(
    'is deleted only once if the answer is lost (%s), however often it is requested',
    async (kind) => {
      harness = await openHarness();
      const job = await harness.done();
      harness.demo.inject({ on: 'delete', times: 4, kind });
      await askAndDelete(job);
      expect(deleted()).toEqual([true]);
      expect(
        harness.history(job).filter((what) => what === 'task deleted at the service'),
      ).toHaveLength(1);
      expect(harness.history(job)).not.toContain('task not deleted at the service');
    },
  );

  it('is deleted at the next start if the program ended before the deletion', async () => {
    harness = await openHarness();
    const job = await harness.done();
    expect(ask(job).ok).toBe(true);
    expect(harness.asked('delete')).toBe(0);
    harness = await harness.restart();
    await harness.poll(open).toBe(0);
    expect(deleted()).toEqual([true]);
    expect(harness.history(job).at(-1)).toBe('task deleted at the service');
  });

  it('is kept if the service refuses to delete it, and the refusal is reported once', async () => {
    harness = await openHarness();
    const job = await harness.done();
    harness.demo.inject({ on: 'delete', kind: 'refused', text: 'Tasks are kept for 30 days.' });
    await askAndDelete(job);
    expect(deleted()).toEqual([false]);
    expect(harness.ledger.history.of(job).at(-1)).toMatchObject({
      what: 'task not deleted at the service',
      detail: 'Tasks are kept for 30 days.',
    });
    harness = await harness.restart();
    await again(job);
    expect(harness.asked('delete')).toBe(1);
    expect(harness.bought()).toBe(2);
  });

  it('is not deleted from the service while it is the current task of the job', async () => {
    harness = await openHarness();
    const job = await harness.done();
    const task = harness.job(job).taskId ?? '';
    expect(ask(job).ok).toBe(true);
    // a restored ledger learns about the task from the purchase log
    harness.ledger.jobs.created(job, task);
    harness.runner.deleteTasks();
    expect(open()).toBe(0);
    expect(deleted()).toEqual([false]);
  });
});

describe('a task that is still needed', () => {
  it('is kept while its job runs, waits or is held', async () => {
    harness = await openHarness({ demo: { speed: { executionMs: 6_000_000, jitterMs: 0 } } });
    const job = await harness.admit();
    const states = () => harness.executions(job).map(({ state }) => state);
    await harness.poll(states).toEqual(['started']);
    expect(ask(job)).toMatchObject({ problem: { code: 'task-in-use' } });
    await harness.runner.change([job], () => harness.ledger.jobs.end(job, 'held', null));
    expect(ask(job)).toMatchObject({ problem: { code: 'task-in-use' } });
    // the user has cancelled the job while it was running, but its results are paid for
    harness.ledger.jobs.end(job, 'cancelled', null);
    expect(ask(job)).toMatchObject({ problem: { code: 'task-in-use' } });
    expect(harness.ledger.deletions.open(10)).toEqual([]);
  });

  it('is kept while it is unknown whether a request was charged, for as long as the request is searched for', async () => {
    harness = await openHarness({ limits: { doubtWindow: 10_000 } });
    harness.demo.inject({ on: 'execute', times: 1, kind: 'reset' });
    const job = await harness.admit();
    expect(await harness.until(job, 'held')).toBe('execution-unknown');
    expect(ask(job)).toMatchObject({ problem: { code: 'task-uncertain' } });
    harness.ledger.transaction(() => retry(true)(harness.ledger, job));
    harness.runner.wake();
    await harness.until(job, 'done');
    expect(ask(job)).toMatchObject({ problem: { code: 'task-uncertain' } });
    harness.clock.setWall(4 * 24 * 3_600_000);
    await askAndDelete(job);
    expect(deleted()).toEqual([true]);
  });
});

describe('a task that the recipe deletes', () => {
  it('is kept while a request that was given up may turn up, and deleted after that', async () => {
    harness = await openHarness({ limits: { doubtWindow: 1000 } });
    harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const recipe = { ...plainRecipe, onDoubt: 'resend', deleteTask: true };
    const job = await harness.done({ recipe });
    expect(deleted()).toEqual([false]);
    harness.runner.deleteTasks();
    expect(ask(job)).toMatchObject({ problem: { code: 'task-uncertain' } });

    harness.clock.setWall(4 * 24 * 3_600_000);
    harness.runner.deleteTasks();
    await harness.poll(deleted).toEqual([true]);
    expect(harness.job(job).taskId).toBeNull();
  });

  it('is kept if such a request turns up, because its image may be wanted', async () => {
    harness = await openHarness({ limits: { doubtWindow: 1000 } });
    harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const recipe = { ...plainRecipe, onDoubt: 'resend', deleteTask: true };
    const job = await harness.done({ recipe });
    await harness.executeElsewhere(job);
    await harness.poll(() => harness.job(job).problem?.code).toBe('execution-twice');
    harness.clock.setWall(4 * 24 * 3_600_000);
    const other = await harness.done({
      photo: 'watch-steel.jpg',
      recipe: { ...plainRecipe, deleteTask: true },
    });
    await harness.poll(deleted).toEqual([false, true]);
    expect(harness.job(other).taskId).toBeNull();
    harness.runner.deleteTasks();
    await harness.pass(600_000);
    expect(deleted()).toEqual([false, true]);
  });
});

describe('F89 a task deleted from the service after the ledger’s backup was made', () => {
  it('another run is held because the service refuses it, and continues with a new task, bought once', async () => {
    harness = await openHarness();
    const job = await harness.done();
    const restore = await harness.backUp();
    await askAndDelete(job);
    harness = await harness.restart(restore);
    await harness.admit({ again: true });
    expect(await harness.until(job, 'held')).toBe('service-refused');
    expect(harness.bought()).toBe(1);
    expect(harness.ledger.transaction(() => retry(false)(harness.ledger, job)).ok).toBe(true);
    harness.runner.wake();
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(2);
    expect(deleted()).toEqual([true, false]);
  });

  it('is replaced at a retry even if a request on it was never accepted', async () => {
    harness = await openHarness();
    harness.demo.inject({ on: 'execute', times: 1, kind: 'too-many' });
    harness.demo.inject({ on: 'query', after: 1, kind: 'refused', text: 'No such task.' });
    const job = await harness.admit();
    expect(await harness.until(job, 'held')).toBe('service-refused');
    expect(harness.executions(job).map(({ state }) => state)).toEqual(['intent']);
    const task = harness.job(job).taskId;

    harness.demo.clearFaults();
    expect(harness.ledger.transaction(() => retry(false)(harness.ledger, job)).ok).toBe(true);
    harness.runner.wake();
    await harness.until(job, 'done');
    expect(harness.job(job).taskId).not.toBe(task);
    expect(harness.executions(job).map(({ state }) => state)).toEqual(['void', 'finished']);
    expect(harness.bought()).toBe(1);
  });
});
