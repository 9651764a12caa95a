import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let harness: Harness;

const stateOf = (job: number) => harness.executions(job)[0]?.state;

describe.each([
  ['a day ahead', DAY],
  ['a day back', -DAY],
])('F29 the clock jumps %s', (_, jump) => {
  it('in doubt: nothing is sent again before the doubt window is over', async () => {
    harness = await openHarness({ limits: { doubtWindow: 200_000 } });
    harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await harness.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    await harness.poll(() => stateOf(job)).toBe('doubt');
    const began = harness.clock.mono();
    harness.clock.setWall(jump);
    await harness.poll(() => harness.asked('execute')).toBe(2);
    expect(harness.clock.mono() - began).toBeGreaterThan(190_000);
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(1);
  });

  it('during work: the queue continues', async () => {
    harness = await openHarness({ demo: { speed: { executionMs: 50_000, jitterMs: 0 } } });
    const first = await harness.admit();
    await harness.poll(() => stateOf(first)).toBe('started');
    harness.clock.setWall(jump);
    const second = await harness.admit({ photo: 'watch-steel.jpg' });
    await harness.until(first, 'done');
    await harness.until(second, 'done');
    harness.clock.setWall(-2 * jump);
    harness = await harness.restart();
    await harness.done({ photo: 'https://photos.example/1.jpg' });
    expect(harness.bought()).toBe(3);
  });
});

describe('F30 the computer sleeps', () => {
  it('while an execute request is being sent: the request is in doubt, and its execution is then found', async () => {
    harness = await openHarness({ limits: { doubtWindow: 20 * 60_000 } });
    harness.demo.inject({ on: 'execute', times: 1, kind: 'hang', processed: true });
    const job = await harness.admit();
    await harness.poll(() => stateOf(job)).toBe('sending');
    harness.clock.machineSleeps(8 * HOUR);
    await harness.until(job, 'done');
    expect(harness.executions(job)).toMatchObject([{ origin: 'adopted' }]);
    expect(harness.asked('execute')).toBe(1);
  });

  it('for longer than the doubt window: the queue still sends three queries before the request counts as not bought', async () => {
    harness = await openHarness({ limits: { doubtWindow: 20 * 60_000 } });
    harness.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await harness.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    await harness.poll(() => stateOf(job)).toBe('doubt');
    harness.clock.machineSleeps(8 * HOUR);
    await harness.until(job, 'done');
    expect(harness.executions(job)).toMatchObject([
      { state: 'void', doubtEmpty: expect.toSatisfy((answers: number) => answers >= 3) },
      { state: 'finished' },
    ]);
    expect(harness.bought()).toBe(1);
  });
});
