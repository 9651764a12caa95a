import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;

/** Makes `repository.method` fail with SQLite's error for a full disk. */
function noRoomFor<Repository extends object>(
  repository: Repository,
  method: keyof Repository,
  isFull: () => boolean,
) {
  const write = repository[method] as (...values: unknown[]) => unknown;
  const counted = { calls: 0 };
  Object.assign(repository, {
    [method]: (...values: unknown[]) => {
      counted.calls += 1;
      if (isFull()) throw new Error('database or disk is full');
      return write(...values);
    },
  });
  return counted;
}

/** Makes the disk full for a number of milliseconds, starting with the first write. */
const fullFor = (ms: number) => {
  let end: number | null = null;
  return () => harness.clock.mono() < (end ??= harness.clock.mono() + ms);
};

describe('F39 the disk of the ledger is full', () => {
  it('when a PSD is recorded: the queue pauses and continues', async () => {
    harness = await openHarness();
    const wantPsd = noRoomFor(harness.ledger.results, 'wantPsd', fullFor(120_000));
    const recipe = { ...plainRecipe, delivery: { ...plainRecipe.delivery, psd: true } };
    await harness.done({ recipe });
    expect(wantPsd.calls).toBeLessThan(30);
  });

  it('when an answer is recorded: the queue pauses and continues', async () => {
    harness = await openHarness();
    noRoomFor(harness.ledger.results, 'see', fullFor(120_000));
    await harness.done();
    expect(harness.asked('query')).toBeLessThan(30);
  });

  it('when a task is recorded: the queue doesn’t create unused tasks in a loop', async () => {
    harness = await openHarness();
    noRoomFor(harness.ledger.jobs, 'created', fullFor(120_000));
    await harness.done();
    expect(harness.asked('create')).toBeLessThan(30);
  });

  it('when the program starts: the queue retries and continues', async () => {
    const isFull = fullFor(60_000);
    harness = await openHarness({
      before: (ledger) => noRoomFor(ledger.executions, 'recover', isFull),
    });
    const job = await harness.admit();
    expect(harness.runner.closed().map((gate) => gate.problem.code)).toEqual(['disk-full']);
    await harness.until(job, 'done');
    expect(harness.runner.closed()).toEqual([]);
  });

  it('when a job is sent: the user gets one notice, and the queue continues', async () => {
    harness = await openHarness();
    noRoomFor(harness.ledger.executions, 'sending', fullFor(60_000));
    await harness.done();
    expect(harness.told.filter((event) => event.kind === 'mistake')).toEqual([]);
  });

  it('when the queue records that a request is in doubt: the doubt still ends', async () => {
    harness = await openHarness();
    let times = 1;
    noRoomFor(harness.ledger.executions, 'doubt', () => times-- > 0);
    harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await harness.admit();
    expect(await harness.until(job, 'held')).toBe('execution-unknown');
    expect(harness.asked('execute')).toBe(1);
  });
});
