import { describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let desk: Desk;

const stateOf = (job: number) => desk.executions(job)[0]?.state;

describe.each([
  ['a day ahead', DAY],
  ['a day back', -DAY],
])('F29 the clock jumps %s', (_, jump) => {
  it('in doubt: nothing is sent again before the window has passed', async () => {
    desk = await openDesk({ limits: { doubtWindow: 200_000 } });
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    await desk.poll(() => stateOf(job)).toBe('doubt');
    const began = desk.clock.mono();
    desk.clock.setWall(jump);
    await desk.poll(() => desk.asked('execute')).toBe(2);
    expect(desk.clock.mono() - began).toBeGreaterThan(190_000);
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(1);
  });

  it('while it works: the queue goes on', async () => {
    desk = await openDesk({ demo: { speed: { executionMs: 50_000, jitterMs: 0 } } });
    const first = await desk.admit();
    await desk.poll(() => stateOf(first)).toBe('started');
    desk.clock.setWall(jump);
    const second = await desk.admit({ photo: 'watch-steel.jpg' });
    await desk.until(first, 'done');
    await desk.until(second, 'done');
    desk.clock.setWall(-2 * jump);
    desk = await desk.restart();
    await desk.done({ photo: 'https://photos.example/1.jpg' });
    expect(desk.bought()).toBe(3);
  });
});

describe('F30 the machine sleeps', () => {
  it('while a request to execute is on its way: doubt, then adopted', async () => {
    desk = await openDesk({ limits: { doubtWindow: 20 * 60_000 } });
    desk.demo.inject({ on: 'execute', times: 1, kind: 'hang', processed: true });
    const job = await desk.admit();
    await desk.poll(() => stateOf(job)).toBe('sending');
    desk.clock.machineSleeps(8 * HOUR);
    await desk.until(job, 'done');
    expect(desk.executions(job)).toMatchObject([{ origin: 'adopted' }]);
    expect(desk.asked('execute')).toBe(1);
  });

  it('in doubt, past the whole window: it is asked three times before it counts as not bought', async () => {
    desk = await openDesk({ limits: { doubtWindow: 20 * 60_000 } });
    desk.demo.inject({ on: 'execute', times: 1, kind: 'server-error' });
    const job = await desk.admit({ recipe: { ...plainRecipe, onDoubt: 'resend' } });
    await desk.poll(() => stateOf(job)).toBe('doubt');
    desk.clock.machineSleeps(8 * HOUR);
    await desk.until(job, 'done');
    expect(desk.executions(job)).toMatchObject([
      { state: 'void', doubtEmpty: expect.toSatisfy((answers: number) => answers >= 3) },
      { state: 'finished' },
    ]);
    expect(desk.bought()).toBe(1);
  });
});
