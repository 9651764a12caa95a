import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conclude, gapBefore, type Doubt, type Evidence } from './doubt.ts';

const window = 20 * 60_000;
const doubt = (change: Partial<Doubt> = {}): Doubt => ({
  id: 1,
  doubtSince: 0,
  doubtEmpty: 0,
  doubtQueries: 0,
  ...change,
});

describe('gapBefore', () => {
  it('queries after 2, 5, 10, 20, 40 and 60 s, then every minute, with up to 10% of jitter', () => {
    for (const [doubtQueries, wanted] of [2, 3, 5, 10, 20, 20, 60, 60].entries()) {
      for (const id of [0, 1, 17, 12_345]) {
        const gap = gapBefore({ id, doubtQueries }) / 1000;
        expect(gap).toBeGreaterThanOrEqual(wanted);
        expect(gap).toBeLessThanOrEqual(wanted * 1.1);
      }
    }
  });
});

describe('conclude', () => {
  it.each([
    [
      'inside the doubt window, after many others',
      'absent',
      { doubtEmpty: 30 },
      window - 1,
      'ask-again',
    ],
    [
      'after the doubt window, with too few before it',
      'absent',
      { doubtEmpty: 1 },
      window,
      'ask-again',
    ],
    [
      'after the doubt window, as the third one',
      'absent',
      { doubtEmpty: 2 },
      window,
      'did-not-happen',
    ],
    [
      'without a recorded doubt',
      'absent',
      { doubtSince: null, doubtEmpty: 9 },
      window,
      'ask-again',
    ],
    ['that is not valid', 'none', { doubtEmpty: 9, doubtQueries: 9 }, window, 'ask-again'],
    [
      'that contradicts itself, inside the doubt window',
      'unclear',
      { doubtQueries: 9 },
      window - 1,
      'ask-again',
    ],
    [
      'that contradicts itself, with too few before it',
      'unclear',
      { doubtQueries: 1 },
      window,
      'ask-again',
    ],
    [
      'that contradicts itself, as the third one',
      'unclear',
      { doubtQueries: 2 },
      window,
      'never-clear',
    ],
    ['of a doubt that is over', 'settled', { doubtEmpty: 9, doubtQueries: 9 }, window, 'ask-again'],
  ] as const)('an answer %s', (_what, evidence, change, at, expected) => {
    expect(conclude(doubt(change), evidence, { at, window })).toBe(expected);
  });

  it('decides nothing before the doubt window ends, for any row', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Evidence>('settled', 'absent', 'unclear', 'none'),
        fc.integer({ min: 0, max: 1e9 }),
        fc.nat(1000),
        fc.nat(1000),
        fc.integer({ min: 1, max: 1e8 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (evidence, doubtSince, doubtEmpty, doubtQueries, ms, part) => {
          const row = doubt({ doubtSince, doubtEmpty, doubtQueries });
          const asked = { at: doubtSince + ms * part, window: ms };
          expect(conclude(row, evidence, asked)).toBe('ask-again');
        },
      ),
    );
  });

  it('concludes that a request was lost only from a valid answer after the doubt window that doesn’t show the request', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Evidence>('settled', 'unclear', 'none'),
        fc.nat(1000),
        fc.nat(1e9),
        (evidence, doubtEmpty, at) => {
          const row = doubt({ doubtEmpty, doubtQueries: doubtEmpty });
          expect(conclude(row, evidence, { at, window })).not.toBe('did-not-happen');
        },
      ),
    );
  });
});
