import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../../test/service/virtual-clock.ts';
import { mayRepeat, withRetries, type Repeat } from './retry.ts';
import type { Answer, ServiceFailure } from './types.ts';

const failure = (more: Partial<ServiceFailure>): ServiceFailure => ({
  kind: 'network',
  mayHaveBeenProcessed: true,
  message: '',
  fromService: false,
  ...more,
});

async function run(
  answers: readonly Answer<string>[],
  repeat: Repeat = 'safe',
  random = () => 0.5,
  signal = new AbortController().signal,
) {
  const clock = virtualClock();
  let made = 0;
  const answer = await withRetries(
    (number) => {
      made = number;
      return Promise.resolve(answers[number - 1] ?? { ok: true as const, value: 'beyond' });
    },
    repeat,
    { clock, random, signal },
  );
  return { answer, made, slept: clock.slept };
}

const fails = (more: Partial<ServiceFailure>): Answer<string> => ({
  ok: false,
  failure: failure(more),
});
const fine: Answer<string> = { ok: true, value: 'fine' };

describe('mayRepeat', () => {
  const unsent = { mayHaveBeenProcessed: false };
  it.each<[Partial<ServiceFailure>, safe: boolean, unsent: boolean]>([
    [{ kind: 'network' }, true, false],
    [{ kind: 'network', ...unsent }, true, true],
    [{ kind: 'timeout' }, true, false],
    [{ kind: 'timeout', ...unsent }, true, true],
    [{ kind: 'rate-limited', status: 429, ...unsent }, true, true],
    [{ kind: 'not-envelope', status: 502 }, true, false],
    [{ kind: 'not-envelope', status: 429 }, true, false],
    [{ kind: 'not-envelope', status: 200 }, false, false],
    [{ kind: 'not-envelope', status: 307 }, false, false],
    [{ kind: 'not-envelope', status: 407 }, false, false],
    [{ kind: 'refused', status: 503 }, true, false],
    [{ kind: 'refused', status: 408 }, true, false],
    [{ kind: 'refused', status: 409 }, false, false],
    [{ kind: 'refused', status: 400, ...unsent }, false, false],
    [{ kind: 'unauthorised', status: 401, ...unsent }, false, false],
    [{ kind: 'file', ...unsent }, false, false],
    [{ kind: 'aborted', ...unsent }, false, false],
  ])('decides about a retry after %o', (more, safe, unsent) => {
    expect(mayRepeat(failure(more), 'safe')).toBe(safe);
    expect(mayRepeat(failure(more), 'unsent')).toBe(unsent);
    expect(mayRepeat(failure(more), 'never')).toBe(false);
  });
});

describe('withRetries', () => {
  it('tries at most three times, with increasing random waits', async () => {
    const { answer, made, slept } = await run([fails({}), fails({}), fails({}), fine]);
    expect(answer.ok).toBe(false);
    expect(made).toBe(3);
    expect(slept).toEqual([250, 500]);
  });

  it('never retries `never`', async () => {
    const { made, slept } = await run([fails({ mayHaveBeenProcessed: false }), fine], 'never');
    expect(made).toBe(1);
    expect(slept).toEqual([]);
  });

  it('F17 waits at least as long as the service asks, plus a random delay', async () => {
    const asked = fails({ kind: 'rate-limited', retryAfterMs: 9_000 });
    const { answer, slept } = await run([asked, fine]);
    expect(answer).toEqual(fine);
    expect(slept).toEqual([9_250]);
  });

  it('returns the failure immediately if the requested wait exceeds the deadline', async () => {
    const asked = fails({ kind: 'rate-limited', retryAfterMs: 300_000 });
    const { made, slept } = await run([asked, fine]);
    expect(made).toBe(1);
    expect(slept).toEqual([]);
  });

  it('does not retry after an abort', async () => {
    const { made } = await run([fails({}), fine], 'safe', () => 0.5, AbortSignal.abort());
    expect(made).toBe(1);
  });

  it('waits the requested time plus at most the full jitter, for any random number', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 0, max: 50_000 }),
        async (random, retryAfterMs) => {
          const { slept } = await run(
            [fails({ retryAfterMs }), fails({ retryAfterMs }), fine],
            'safe',
            () => random,
          );
          expect(slept).toHaveLength(2);
          slept.forEach((wait, index) => {
            expect(wait).toBeGreaterThanOrEqual(retryAfterMs);
            expect(wait).toBeLessThan(retryAfterMs + 500 * 2 ** index + 1e-6);
          });
        },
      ),
    );
  });
});
