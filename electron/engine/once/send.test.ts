import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import type { Answer, ServiceFailure } from '../../adapters/service/types.ts';
import { ProblemError } from '../../base/problem-error.ts';
import { sendOnce, type OnceRequest } from './send.ts';

const barred = failure({ code: 'template-gone', message: 'It must not be made.' });
const never = new AbortController().signal;

const failureOf = (change: Partial<ServiceFailure>): ServiceFailure => ({
  kind: 'network',
  mayHaveBeenProcessed: false,
  message: 'No.',
  fromService: false,
  ...change,
});

interface Case {
  readonly answer: Answer<string>;
  readonly isBarred?: boolean;
  readonly wasTold?: boolean;
}

/** Returns a request, and a list of its commits and transmissions in order. */
function recorded({ answer, isBarred = false, wasTold = false }: Case) {
  const told: string[] = [];
  const request: OnceRequest<string> = {
    post({ beforeFirstByte }) {
      told.push('connected');
      beforeFirstByte();
      told.push('bytes');
      return Promise.resolve(answer);
    },
    sending() {
      if (isBarred) return barred;
      told.push('SENDING');
      return success();
    },
    wasTold: () => wasTold,
    answered: (value) => void told.push(`answered ${value}`),
    refused: () => void told.push('refused'),
    unsent: () => void told.push('unsent'),
    doubt: () => void told.push('doubt'),
  };
  return { request, told };
}

describe('sendOnce', () => {
  it.each([
    ['an id', { ok: true, value: 'e1' }, 'answered e1'],
    ['no connection', { ok: false, failure: failureOf({}) }, 'unsent'],
    [
      'the service asks to slow down',
      { ok: false, failure: failureOf({ kind: 'rate-limited', fromService: true }) },
      'unsent',
    ],
    [
      'the key is refused',
      { ok: false, failure: failureOf({ kind: 'unauthorised', fromService: true }) },
      'unsent',
    ],
    [
      'a refusal by the service',
      { ok: false, failure: failureOf({ kind: 'refused', fromService: true }) },
      'refused',
    ],
    [
      'a refusal with a server error',
      {
        ok: false,
        failure: failureOf({ kind: 'refused', fromService: true, mayHaveBeenProcessed: true }),
      },
      'doubt',
    ],
    [
      'a web page',
      { ok: false, failure: failureOf({ kind: 'not-envelope', mayHaveBeenProcessed: true }) },
      'doubt',
    ],
    ['a reset', { ok: false, failure: failureOf({ mayHaveBeenProcessed: true }) }, 'doubt'],
    [
      'a timeout',
      { ok: false, failure: failureOf({ kind: 'timeout', mayHaveBeenProcessed: true }) },
      'doubt',
    ],
    [
      'an abort because the answer took too long',
      { ok: false, failure: failureOf({ kind: 'aborted', mayHaveBeenProcessed: true }) },
      'doubt',
    ],
  ] as const)(
    'commits SENDING before the first byte, and then the outcome: %s',
    async (_what, answer, end) => {
      const { request, told } = recorded({ answer });
      const sent = await sendOnce(request, never);
      expect(told).toEqual(['connected', 'SENDING', 'bytes', end]);
      expect(sent.kind).toBe(end.split(' ')[0]);
    },
  );

  it('sends and commits nothing if the request may no longer be sent', async () => {
    const { request, told } = recorded({ answer: { ok: true, value: 'e1' }, isBarred: true });
    expect(await sendOnce(request, never)).toEqual({ kind: 'barred', problem: barred.problem });
    expect(told).toEqual(['connected']);
  });

  it('rethrows a ledger error and commits no outcome', async () => {
    const { request, told } = recorded({ answer: { ok: true, value: 'e1' } });
    const full = new Error('database or disk is full');
    const sending = () => {
      throw full;
    };
    await expect(sendOnce({ ...request, sending }, never)).rejects.toBe(full);
    expect(told).toEqual(['connected']);
  });

  it('rethrows a problem of a later commit, because the request has been sent', async () => {
    const { request, told } = recorded({ answer: { ok: true, value: 'e1' } });
    const lost = new ProblemError(
      failure({ code: 'ledger-disk-full', message: 'The disk is full.' }),
    );
    const answered = () => {
      throw lost;
    };
    await expect(sendOnce({ ...request, answered }, never)).rejects.toBe(lost);
    expect(told).toEqual(['connected', 'SENDING', 'bytes']);
  });

  it('commits one outcome, and allows another request only if this one did not arrive', async () => {
    const kinds = [
      'network',
      'timeout',
      'not-envelope',
      'refused',
      'unauthorised',
      'rate-limited',
      'file',
      'aborted',
    ] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.boolean(),
        fc.boolean(),
        async (kind, mayHaveBeenProcessed, wasTold) => {
          const answer = { ok: false, failure: failureOf({ kind, mayHaveBeenProcessed }) } as const;
          const { request, told } = recorded({ answer, wasTold });
          const sent = await sendOnce(request, never);
          const isUncertain = mayHaveBeenProcessed || wasTold;
          expect(sent.kind === 'doubt').toBe(isUncertain);
          expect(told.slice(3)).toEqual([sent.kind]);
        },
      ),
    );
  });
});
