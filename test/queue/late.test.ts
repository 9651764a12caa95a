import { describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;

const alarms = (job: number) => desk.history(job).filter((what) => what.startsWith('alarm')).length;

async function heldInDoubt(): Promise<number> {
  desk = await openDesk({ limits: { doubtWindow: 20_000 } });
  desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
  const job = await desk.admit();
  expect(await desk.until(job, 'held')).toBe('execution-unknown');
  return job;
}

describe('F20 a request that is processed after it was given up', () => {
  it('is noticed when the job is done, told once, and nothing is bought or fetched for it', async () => {
    desk = await openDesk({ limits: { doubtWindow: 1000 } });
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    expect(await desk.until(job, 'done')).toBeNull();
    expect(desk.bought()).toBe(1);
    await desk.executeElsewhere(job);
    await desk.poll(() => desk.job(job).problem?.code).toBe('execution-twice');
    expect(desk.job(job).state).toBe('done');
    expect(desk.delivered(job)).toHaveLength(1);
    // many more looks are due, and told of nothing
    desk.clock.machineSleeps(3_600_000);
    // what is paid for is brought when a person asks for the photo again, and nothing is bought
    await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' }, again: true });
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(2);
    expect(alarms(job)).toBe(1);
    expect(desk.delivered(job)).toHaveLength(2);
  });

  it('is noticed when the job is held, and brought when a person retries it', async () => {
    const job = await heldInDoubt();
    await desk.executeElsewhere(job);
    await desk.poll(() => desk.job(job).problem?.code).toBe('execution-late');
    expect(desk.job(job).state).toBe('held');
    const [lost] = desk.executions(job);
    desk.ledger.executions.askAgain(lost?.id ?? 0);
    desk.goOn(job);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('is noticed at the next start', async () => {
    const job = await heldInDoubt();
    await desk.runner.stop();
    await desk.executeElsewhere(job);
    desk = await desk.restart();
    await desk.poll(() => alarms(job)).toBe(1);
    expect(desk.bought()).toBe(1);
  });
});
