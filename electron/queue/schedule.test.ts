import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idleQueryCost, learnSchedule, type PollSchedule } from './schedule.ts';

/** ms of knowing late, with every query that found nothing counted as `cost` ms. */
function costOf(schedule: PollSchedule, duration: number, cost: number): number {
  let total = 0;
  let at = 0;
  for (;;) {
    const next = schedule.next(at);
    expect(next).toBeGreaterThan(at);
    at = next;
    if (at >= duration) return total + (at - duration);
    total += cost;
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** The best schedule for durations known in advance, by trying every set of query times at them. */
function bruteForce(durations: readonly number[], cost: number): number {
  let best = Infinity;
  for (let chosen = 1; chosen < 1 << durations.length; chosen += 1) {
    if ((chosen & (1 << (durations.length - 1))) === 0) continue;
    const times = durations.filter((_, i) => (chosen & (1 << i)) !== 0);
    const total = durations.map((d) => {
      const hit = times.findIndex((t) => t >= d);
      return cost * hit + (times[hit] ?? 0) - d;
    });
    best = Math.min(best, mean(total));
  }
  return best;
}

/** A generator of its own, so that a failing case can be repeated. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const worlds: Record<string, (next: () => number) => number> = {
  'even, 1 to 3 s': (next) => 1000 + 2000 * next(),
  'narrow around 20 s': (next) => 20_000 + 1000 * (next() + next() + next() - 1.5),
  'mostly 8 s, some 40 s': (next) => (next() < 0.8 ? 8000 : 40_000) * (0.9 + 0.2 * next()),
};

describe('learnSchedule', () => {
  it.each(Object.entries(worlds))(
    'costs at most 1.25 times the optimum after 20 executions: %s',
    (_, draw) => {
      const ratios = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
        const next = random(seed * 7919);
        const schedule = learnSchedule(
          Array.from({ length: 20 }, () => draw(next)),
          idleQueryCost,
        );
        const fresh = Array.from({ length: 400 }, () => draw(next));
        const known = learnSchedule(fresh, idleQueryCost);
        const cost = (s: PollSchedule) => mean(fresh.map((d) => costOf(s, d, idleQueryCost)));
        return cost(schedule) / cost(known);
      });
      expect(mean(ratios)).toBeLessThanOrEqual(1.25);
    },
  );

  it('finds what trying everything finds, where the durations are known', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 5, max: 200 }), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 2000 }),
        (raw, cost) => {
          // so many repetitions that the spread around each duration vanishes
          const durations = raw.map((d) => d * 150).sort((a, b) => a - b);
          const repeated = durations.flatMap((d) => Array.from({ length: 40 }, () => d));
          const schedule = learnSchedule(repeated, cost);
          const found = mean(durations.map((d) => costOf(schedule, d * 1.0, cost)));
          const spread = 0.25 / Math.sqrt(repeated.length);
          const slack = 2 * spread * Math.max(...durations) + cost;
          expect(found).toBeLessThanOrEqual(bruteForce(durations, cost) + slack);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('always moves on, whatever was seen and however long it takes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3_600_000 }), { maxLength: 60 }),
        fc.integer({ min: 0, max: 7_200_000 }),
        fc.integer({ min: 1, max: 1000 }),
        (durations, elapsed, cost) => {
          const next = learnSchedule(durations, cost).next(elapsed);
          expect(next - elapsed).toBeGreaterThanOrEqual(100);
          expect(Number.isFinite(next)).toBe(true);
        },
      ),
    );
  });

  it('asks rarely at first and ever more rarely, when nothing is known', () => {
    const schedule = learnSchedule([], idleQueryCost);
    const times = [0];
    while ((times.at(-1) ?? 0) < 600_000) times.push(schedule.next(times.at(-1) ?? 0));
    expect(times.length).toBeLessThan(60);
    expect(schedule.next(0)).toBeLessThanOrEqual(1000);
  });
});
