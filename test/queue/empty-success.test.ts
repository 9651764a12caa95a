import { afterEach, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

const HOUR = 3_600_000;

it('C7 an execution that succeeds without results fails after three agreeing answers', async () => {
  desk = await openDesk({ limits: { executionDeadline: 1000 * HOUR } });
  desk.demo.inject({ kind: 'no-results', on: 'query' });
  const job = await desk.admit();
  expect(await desk.until(job, 'failed')).toBe('execution-failed');
  const [execution] = desk.ledger.executions.ofJob(job);
  expect(execution).toMatchObject({ state: 'finished', emptySuccesses: 2 });
  const loaded = desk.ledger.jobs.load(job);
  expect(loaded.ok && loaded.value.problem?.message).toContain(
    'reported success but listed no image',
  );
  expect(desk.bought()).toBe(1);
});

it('C7 two empty answers are waited out, and what comes then is delivered', async () => {
  desk = await openDesk();
  desk.demo.inject({ kind: 'no-results', on: 'query', times: 3 });
  const job = await desk.admit();
  await desk.until(job, 'done');
  expect(desk.bought()).toBe(1);
});
