import { idleQueryCost, learnSchedule } from '#electron/engine/queue/schedule.ts';
import { costOf, optimumCost, worlds } from '../fixtures/polling-worlds.ts';
import { seeded } from '../fixtures/seeded.ts';
import { rowOf, type Row } from './row.ts';

const SEEDS = 20;
const EXECUTIONS = 500;

/**
 * Compares the learned schedule with the best schedule for durations that are known in advance, with 20 seeds
 * for each.
 */
export function benchPolling(): Row[] {
  return Object.entries(worlds).flatMap(([name, draw]) => [
    row(`polling, ${name}, after 20 executions`, draw, 20, '≤ 1.25'),
    row(`polling, ${name}, after 5 executions`, draw, 5, ''),
    row(`polling, ${name}, cold`, draw, 0, '≤ 2'),
  ]);
}

function row(what: string, draw: (next: () => number) => number, seen: number, goal: string): Row {
  let product = 0;
  let floor = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const next = seeded(seed);
    const earlier = Array.from({ length: seen }, () => draw(next));
    const learned = learnSchedule(earlier, idleQueryCost);
    const fresh = Array.from({ length: EXECUTIONS }, () => draw(next));
    floor += optimumCost(fresh, idleQueryCost) / SEEDS;
    for (const duration of fresh) {
      product += costOf(learned, duration, idleQueryCost) / (SEEDS * EXECUTIONS);
    }
  }
  return rowOf(what, product, floor, goal);
}
