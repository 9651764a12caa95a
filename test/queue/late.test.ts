import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;

const alarms = (job: number) =>
  harness.history(job).filter((what) => what.startsWith('alarm')).length;

async function heldInDoubt(): Promise<number> {
  harness = await openHarness({ limits: { doubtWindow: 20_000 } });
  harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
  const job = await harness.admit();
  expect(await harness.until(job, 'held')).toBe('execution-unknown');
  return job;
}

describe('F20 a request that the service processes after Darkslide gave it up', () => {
  it('is detected if the job is done, reported once, and nothing is bought or downloaded for it', async () => {
    harness = await openHarness({ limits: { doubtWindow: 1000 } });
    harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await harness.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    expect(await harness.until(job, 'done')).toBeNull();
    expect(harness.bought()).toBe(1);
    await harness.executeElsewhere(job);
    await harness.poll(() => harness.job(job).problem?.code).toBe('execution-twice');
    expect(harness.job(job).state).toBe('done');
    expect(harness.delivered(job)).toHaveLength(1);
    // many more checks for late executions are due after this sleep, and none of them reports anything
    harness.clock.machineSleeps(3_600_000);
    // when the user adds the photo again, the paid image is downloaded and nothing is bought
    await harness.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' }, again: true });
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(2);
    expect(alarms(job)).toBe(1);
    expect(harness.delivered(job)).toHaveLength(2);
  });

  it('is detected if the job is held, and delivered when the user retries the job', async () => {
    const job = await heldInDoubt();
    await harness.executeElsewhere(job);
    await harness.poll(() => harness.job(job).problem?.code).toBe('execution-late');
    expect(harness.job(job).state).toBe('held');
    const [lost] = harness.executions(job);
    harness.ledger.executions.askAgain(lost?.id ?? 0);
    harness.goOn(job);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('is detected at the next start', async () => {
    const job = await heldInDoubt();
    await harness.runner.stop();
    await harness.executeElsewhere(job);
    harness = await harness.restart();
    await harness.poll(() => alarms(job)).toBe(1);
    expect(harness.bought()).toBe(1);
  });
});
