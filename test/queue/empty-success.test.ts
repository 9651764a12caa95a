import { expect, it } from 'vitest';
import { openDesk } from './desk.ts';

const HOUR = 3_600_000;

it('C7 an execution that succeeds without results fails after three agreeing answers', async () => {
  const desk = await openDesk({ limits: { executionDeadline: 1000 * HOUR } });
  desk.demo.inject({ kind: 'no-results', on: 'query' });
  const job = await desk.admit();
  expect(await desk.until(job, 'failed')).toBe('execution-failed');
  const [execution] = desk.executions(job);
  expect(execution).toMatchObject({ state: 'finished', emptySuccesses: 2 });
  expect(desk.job(job).problem?.message).toContain('reported success but returned no image');
  expect(desk.bought()).toBe(1);
});

it('C7 two empty answers are waited out, and what comes then is delivered', async () => {
  const desk = await openDesk();
  desk.demo.inject({ kind: 'no-results', on: 'query', times: 3 });
  await desk.done();
  expect(desk.bought()).toBe(1);
});
