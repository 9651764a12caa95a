import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HintSource } from '../../adapters/ledger/hints.ts';
import { idleQueryCost, learnSchedule } from './schedule.ts';
import { FULL_TRUST, relying, trustOf } from './trust.ts';

describe('trust in notifications', () => {
  it.each<[HintSource[], number]>([
    [[], 0],
    [['hint'], 1],
    [['hint', 'hint'], 2],
    [['hint', 'hint', 'hint', 'hint', 'hint'], FULL_TRUST],
    [['poll', 'hint', 'hint', 'hint'], 0],
    [['hint', 'poll', 'hint', 'hint'], 1],
    [['late', 'hint', 'hint'], 2],
    [['late', 'late'], 0],
  ])('after ends that were found by %s, newest first, is %i', (learned, expected) => {
    expect(trustOf(learned)).toBe(expected);
  });

  const cases = [
    fc.array(fc.integer({ min: 0, max: 3_600_000 }), { maxLength: 30 }),
    fc.integer({ min: 0, max: 3_600_000 }),
    fc.integer({ min: 0, max: FULL_TRUST }),
  ] as const;

  it('lengthens intervals with growing trust, up to the bound, and not at all without trust', () => {
    fc.assert(
      fc.property(...cases, (durations, elapsed, trust) => {
        const learned = learnSchedule(durations, idleQueryCost);
        const usual = learned.next(elapsed);
        const next = relying(learned, trust).next(elapsed);
        expect(next).toBeGreaterThanOrEqual(usual);
        expect(next).toBeLessThanOrEqual((1 + FULL_TRUST) * usual);
        const longer = relying(learned, trust + 1).next(elapsed);
        expect(longer).toBeGreaterThan(next);
        expect(relying(learned, 0).next(elapsed)).toBe(usual);
      }),
    );
  });
});
