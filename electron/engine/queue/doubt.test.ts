import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { executionRow } from '../../../test/fixtures/execution-row.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import { didNotHappen, nextQuestion } from './doubt.ts';

const doubtful = (change: Partial<ExecutionRow> = {}) =>
  executionRow({ state: 'doubt', doubtSince: 0, startedMono: null, awaitedMono: null, ...change });

const window = 20 * 60_000;

describe('nextQuestion', () => {
  it('asks after 2, 5, 10, 20, 40, 60 s and then every minute, with up to a tenth of jitter', () => {
    let at = 0;
    const asked: number[] = [];
    for (let queries = 0; queries < 9; queries += 1) {
      at = nextQuestion(doubtful({ doubtQueries: queries, polledMono: queries === 0 ? null : at }));
      asked.push(at / 1000);
    }
    for (const [i, expected] of [2, 5, 10, 20, 40, 60, 120, 180, 240].entries()) {
      expect(asked[i]).toBeGreaterThanOrEqual(expected);
      expect(asked[i]).toBeLessThanOrEqual(expected * 1.1);
    }
  });

  it('leaves a pause after the answer before, also when the machine slept in between', () => {
    const awake = 9 * 3_600_000;
    const next = nextQuestion(doubtful({ doubtQueries: 1, polledMono: awake }));
    expect(next).toBeGreaterThanOrEqual(awake + 3000);
  });
});

describe('didNotHappen', () => {
  it.each([
    ['inside the window, however many empty answers', { doubtEmpty: 30 }, window - 1, false],
    ['past the window with too few answers', { doubtEmpty: 1 }, window, false],
    ['past the window with the third empty answer', { doubtEmpty: 2 }, window, true],
    ['when no doubt was ever written down', { doubtSince: null, doubtEmpty: 9 }, window, false],
  ])('%s', (_, change, now, expected) => {
    expect(didNotHappen(doubtful(change), now, window)).toBe(expected);
  });

  it('never before the window, whatever the row holds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.nat(1000),
        fc.integer({ min: 1, max: 1e8 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (doubtSince, doubtEmpty, ms, part) => {
          const row = doubtful({ doubtSince, doubtEmpty });
          expect(didNotHappen(row, doubtSince + ms * part, ms)).toBe(false);
        },
      ),
    );
  });
});
