import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimate, noPace, observe, type Pace } from './pace.ts';

const MINUTE = 60_000;

/** Each step: ms that pass, how many photos run after the step, how many have ended by then. */
const step = fc.record({
  ms: fc.integer({ min: 0, max: 10 * MINUTE }),
  running: fc.integer({ min: 0, max: 8 }),
  ended: fc.integer({ min: 0, max: 20 }),
});
const steps = fc.array(step, { maxLength: 60 });
const left = fc.integer({ min: 1, max: 100_000 });

interface PaceStep {
  readonly pace: Pace;
  readonly now: number;
}

function walk(all: readonly { ms: number; running: number; ended: number }[]): PaceStep {
  let now = 0;
  let pace = noPace;
  for (const { ms, running, ended } of all) {
    now += ms;
    pace = observe(pace, now, running, ended);
  }
  return { pace, now };
}

/** Runs `photos` at a time, each for `each` ms, without a pause, like a full queue. */
function steady(photos: number, each: number, forMs: number): PaceStep {
  let pace = observe(noPace, 0, photos);
  let now = 0;
  const gap = each / photos;
  while (now + gap <= forMs) {
    now += gap;
    pace = observe(pace, now, photos, now >= each ? 1 : 0);
  }
  return { pace, now };
}

describe('the estimate of time left and throughput', () => {
  it('B5 is right for a steady queue, whatever the duration of an execution', () => {
    const photos = fc.integer({ min: 1, max: 8 });
    const each = fc.integer({ min: 2000, max: 60_000 });
    fc.assert(
      fc.property(photos, each, (photos, each) => {
        const { pace, now } = steady(photos, each, 30 * MINUTE);
        const found = estimate(pace, now, 1000);
        const truth = (photos / each) * 60 * MINUTE;
        expect(found?.perHour).toBeGreaterThan(truth * 0.85);
        expect(found?.perHour).toBeLessThan(truth * 1.15);
        const ms = (1000 * each) / photos;
        expect(found?.timeLeft).toBeGreaterThan(ms * 0.85);
        expect(found?.timeLeft).toBeLessThan(ms * 1.15 + MINUTE);
      }),
    );
  });

  it('B5 is hidden while nothing runs, nothing is left, or there is too little data', () => {
    fc.assert(
      fc.property(steps, left, (all, left) => {
        const { pace, now } = walk(all);
        expect(estimate(observe(pace, now, 0), now, left)).toBeNull();
        expect(estimate(pace, now, 0)).toBeNull();
      }),
    );
    // ten photos in 20 s do not justify "4,157 an hour"
    const short = observe(observe(noPace, 0, 8), 20_000, 2, 10);
    expect(estimate(short, 20_000, 60)).toBeNull();
    const few = observe(observe(noPace, 0, 8), 5 * MINUTE, 8, 4);
    expect(estimate(few, 5 * MINUTE, 60)).toBeNull();
  });

  it('B5 ignores time in which nothing ran', () => {
    const pause = fc.integer({ min: 1, max: 100 * MINUTE });
    fc.assert(
      fc.property(steps, steps, pause, left, (before, after, pause, left) => {
        const idle = { ms: 0, running: 0, ended: 0 };
        const without = walk([...before, idle, ...after]);
        const withPause = walk([...before, idle, { ...idle, ms: pause }, ...after]);
        expect(estimate(withPause.pace, withPause.now, left)).toEqual(
          estimate(without.pace, without.now, left),
        );
      }),
    );
  });

  it('B5 never shrinks while no photo ends, to avoid a permanent "1 sec left"', () => {
    const ms = fc.integer({ min: 0, max: 60 * MINUTE });
    fc.assert(
      fc.property(steps, left, ms, (all, left, ms) => {
        const { pace, now } = walk(all);
        const early = estimate(pace, now, left);
        const late = estimate(pace, now + ms, left);
        if (early === null || late === null) return;
        expect(late.timeLeft).toBeGreaterThanOrEqual(early.timeLeft);
        expect(late.perHour).toBeLessThanOrEqual(early.perHour);
        expect(early.timeLeft).toBeGreaterThanOrEqual(MINUTE);
      }),
    );
  });

  it('B5 grows with the number of photos left, and its two figures agree', () => {
    fc.assert(
      fc.property(steps, left, left, (all, one, other) => {
        const { pace, now } = walk(all);
        const few = estimate(pace, now, Math.min(one, other));
        const many = estimate(pace, now, Math.max(one, other));
        if (few === null || many === null) return;
        expect(many.timeLeft).toBeGreaterThanOrEqual(few.timeLeft);
        expect(many.perHour).toBe(few.perHour);
        const hours = many.timeLeft / (60 * MINUTE);
        expect(hours * (many.perHour + 1)).toBeGreaterThan(Math.max(one, other) * 0.9);
      }),
    );
  });

  it('B5 forgets old observations and stores few of them', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const slow = walk(all);
        let { pace, now } = slow;
        for (let n = 0; n < 2000; n += 1) {
          now += 1000;
          pace = observe(pace, now, 8, 1);
        }
        expect(estimate(pace, now, 3600)?.perHour).toBeGreaterThan(3400);
        expect(pace.pieces.length).toBeLessThan(64);
      }),
      { numRuns: 30 },
    );
  });
});
