import { describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;

/** A job that is held with two requests to execute of which nobody knows: a restored ledger has such. */
async function heldWithTwo(recipe: object = plainRecipe): Promise<number> {
  desk = await openDesk();
  desk.demo.inject({ on: 'execute', kind: 'server-error' });
  const job = await desk.admit({ recipe });
  expect(await desk.until(job, 'held')).toBe('execution-unknown');
  const { executions } = desk.ledger;
  const first = executions.ofJob(job).find((e) => e.state === 'doubt');
  if (first === undefined) throw new Error('nothing was sent');
  const { taskId, agent, images } = first;
  const second = executions.intend({ jobId: job, run: 2, taskId, agent, images });
  executions.sending(second);
  executions.doubt(second, 'the answer was lost');
  executions.askAgain(first.id);
  desk.ledger.jobs.resume(job, { again: true });
  return job;
}

const states = (job: number) => desk.executions(job).map((e) => e.state);

describe('a job with two requests in doubt', () => {
  it.each(['hold', 'resend'])('is held for both, where the recipe says %s', async (onDoubt) => {
    const job = await heldWithTwo({ ...plainRecipe, onDoubt });
    const sent = desk.asked('execute');
    desk.runner.wake();
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(desk.job(job).problem?.message).toContain('2 requests');
    expect(desk.asked('execute')).toBe(sent);
  });

  it('takes two executions found for these two, without an alarm', async () => {
    const job = await heldWithTwo();
    desk.demo.clearFaults();
    await desk.executeElsewhere(job);
    await desk.executeElsewhere(job);
    desk.runner.wake();
    await desk.until(job, 'done');
    expect(states(job)).toEqual(['finished', 'finished']);
    expect(desk.bought()).toBe(2);
    expect(desk.history(job)).not.toContain('alarm: several unknown executions');
  });

  it('is held for the other one when only one is found', async () => {
    const job = await heldWithTwo();
    desk.demo.clearFaults();
    await desk.executeElsewhere(job);
    desk.runner.wake();
    expect(await desk.until(job, 'held')).toBe('execution-unknown');
    expect(states(job).sort()).toEqual(['doubt', 'finished']);
    expect(desk.bought()).toBe(1);
  });
});
