import { describe, expect, it } from 'vitest';
import type { Doubt, Evidence } from './doubt.ts';
import { inquire } from './inquire.ts';

const window = 20 * 60_000;
const doubt: Doubt = { id: 1, doubtSince: 0, doubtEmpty: 2, doubtQueries: 2 };

/** Queries at `at` and gets the answer at `answeredAt`, both monotonic ms. */
async function asks(evidence: Evidence, at = window, answeredAt = at) {
  let now = at;
  const counted: boolean[] = [];
  const { conclusion, seen, asked } = await inquire(
    doubt,
    {
      ask() {
        now = answeredAt;
        return Promise.resolve({ evidence, seen: 'the answer' });
      },
      count: (isAbsent) => void counted.push(isAbsent),
    },
    { clock: { mono: () => now }, window },
  );
  expect([seen, asked]).toEqual(['the answer', { at, window }]);
  return { counted, conclusion };
}

describe('inquire', () => {
  it.each([
    ['settled', [], 'ask-again'],
    ['absent', [true], 'did-not-happen'],
    ['unclear', [false], 'never-clear'],
    ['none', [false], 'ask-again'],
  ] as const)(
    'counts an answer that is “%s”, and returns a conclusion',
    async (evidence, counted, conclusion) => {
      expect(await asks(evidence)).toEqual({ counted, conclusion });
    },
  );

  it('counts an answer as inside the doubt window if the query was sent inside it', async () => {
    const { conclusion } = await asks('absent', window - 1, window + 1);
    expect(conclusion).toBe('ask-again');
  });
});
