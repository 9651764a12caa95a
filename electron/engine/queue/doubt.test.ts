import { describe, expect, it } from 'vitest';
import { executionRow } from '../../../test/fixtures/execution-row.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import { nextQuestion } from './doubt.ts';

const doubtful = (change: Partial<ExecutionRow> = {}) =>
  executionRow({ state: 'doubt', doubtSince: 0, startedMono: null, awaitedMono: null, ...change });

describe('nextQuestion', () => {
  it('asks after 2, 5, 10, 20, 40, 60 s and then every minute, with up to 10% of jitter', () => {
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

  it('pauses after the previous answer, even if the computer slept in between', () => {
    const awake = 9 * 3_600_000;
    const next = nextQuestion(doubtful({ doubtQueries: 1, polledMono: awake }));
    expect(next).toBeGreaterThanOrEqual(awake + 3000);
  });
});
