import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf, optimumCost, worlds } from '../../../test/fixtures/polling-worlds.ts';
import { seeded } from '../../../test/fixtures/seeded.ts';
import { idleQueryCost, learnSchedule } from './schedule.ts';

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

describe('learnSchedule', () => {
  it.each(['even, 1 to 3 s', 'around 20 s', 'skewed around 25 s'])(
    'costs at most 1.25 times the optimum after 20 executions: %s',
    (name) => {
      const draw = worlds[name] ?? (() => 0);
      const ratios = Array.from({ length: 30 }, (_, seed) => {
        const next = seeded(seed + 1);
        const schedule = learnSchedule(
          Array.from({ length: 20 }, () => draw(next)),
          idleQueryCost,
        );
        const fresh = Array.from({ length: 400 }, () => draw(next));
        const cost = mean(fresh.map((d) => costOf(schedule, d, idleQueryCost)));
        return cost / optimumCost(fresh, idleQueryCost);
      });
      expect(mean(ratios)).toBeLessThanOrEqual(1.25);
      expect(Math.min(...ratios)).toBeGreaterThanOrEqual(1);
    },
  );

  it('queries more often if a delay holds up other photos', () => {
    const durations = [1000, 1400, 1800, 2200, 2600, 3000];
    const asks = (cost: number) => {
      const schedule = learnSchedule(durations, cost);
      let count = 0;
      for (let at = 0; at < 3000; at = schedule.next(at)) count += 1;
      return count;
    };
    expect(asks(10)).toBeGreaterThan(2 * asks(1000));
  });

  it('always schedules a later query, for any history and elapsed time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3_600_000 }), { maxLength: 60 }),
        fc.integer({ min: 0, max: 7_200_000 }),
        fc.integer({ min: 1, max: 1000 }),
        (durations, elapsed, cost) => {
          const next = learnSchedule(durations, cost).next(elapsed);
          expect(next - elapsed).toBeGreaterThanOrEqual(80);
          expect(Number.isFinite(next)).toBe(true);
        },
      ),
    );
  });

  it('queries less and less often without a history', () => {
    const schedule = learnSchedule([], idleQueryCost);
    const times = [0];
    while ((times.at(-1) ?? 0) < 600_000) times.push(schedule.next(times.at(-1) ?? 0));
    expect(times[1]).toBeLessThanOrEqual(1000);
    expect(times.length).toBeLessThan(100);
  });
});
