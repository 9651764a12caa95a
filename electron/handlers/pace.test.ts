import { describe, expect, it } from 'vitest';
import { paceOf } from './pace.ts';

const now = 1_000_000_000;
const perHour = (...minutesAgo: number[]) =>
  paceOf(
    minutesAgo.map((ago) => now - ago * 60_000),
    now,
  );

describe('how fast photos are worked through', () => {
  it.each([
    ['nothing ended', [], null],
    ['the last one ended long ago', [61, 62], null],
    ['one every two minutes', [1, 3, 5, 7], 30],
    ['two bursts with a pause that is not work', [1, 2, 40, 41], 60],
    ['only one', [3], null],
    ['two, which are one step', [1, 3], null],
    ['all in one moment', [3, 3, 3], null],
    ['a clock that was set back', [-5, 1, 2, 3], 60],
  ])('%s', (_, minutesAgo, expected) => {
    const pace = perHour(...minutesAgo);
    expect(pace === null ? null : Math.round(pace * 3_600_000)).toBe(expected);
  });
});
