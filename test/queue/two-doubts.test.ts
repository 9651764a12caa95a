import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;

/** Creates a job with two execute requests whose outcome is unknown, as a restored ledger may contain. */
async function heldWithTwo(recipe: object = plainRecipe): Promise<number> {
  harness = await openHarness();
  harness.demo.inject({ on: 'execute', kind: 'server-error' });
  const job = await harness.admit({ recipe });
  expect(await harness.until(job, 'held')).toBe('execution-unknown');
  const { executions } = harness.ledger;
  const first = executions.ofJob(job).find((e) => e.state === 'doubt');
  if (first === undefined) throw new Error('nothing was sent');
  const { taskId, agent, images } = first;
  const second = executions.intend({ jobId: job, run: 2, taskId, agent, images });
  executions.sending(second);
  executions.doubt(second, 'the answer was lost');
  executions.askAgain(first.id);
  harness.ledger.jobs.resume(job, { again: true });
  return job;
}

const states = (job: number) => harness.executions(job).map((e) => e.state);

describe('a job with two requests in doubt', () => {
  it.each(['hold', 'resend'])(
    'is held, with a question about both requests, if the recipe’s onDoubt is %s',
    async (onDoubt) => {
      const job = await heldWithTwo({ ...plainRecipe, onDoubt });
      const sent = harness.asked('execute');
      harness.runner.wake();
      expect(await harness.until(job, 'held')).toBe('execution-unknown');
      expect(harness.job(job).problem?.message).toContain('2 requests');
      expect(harness.asked('execute')).toBe(sent);
    },
  );

  it('adopts two executions that are found for the two requests, without an alarm', async () => {
    const job = await heldWithTwo();
    harness.demo.clearFaults();
    await harness.executeElsewhere(job);
    await harness.executeElsewhere(job);
    harness.runner.wake();
    await harness.until(job, 'done');
    expect(states(job)).toEqual(['finished', 'finished']);
    expect(harness.bought()).toBe(2);
    expect(harness.history(job)).not.toContain('alarm: several unknown executions');
  });

  it('is held, with a question about the other request, if only one execution is found', async () => {
    const job = await heldWithTwo();
    harness.demo.clearFaults();
    await harness.executeElsewhere(job);
    harness.runner.wake();
    expect(await harness.until(job, 'held')).toBe('execution-unknown');
    expect(states(job).sort()).toEqual(['doubt', 'finished']);
    expect(harness.bought()).toBe(1);
  });
});
