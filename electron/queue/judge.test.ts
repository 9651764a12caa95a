import { describe, expect, it } from 'vitest';
import type { Problem } from '#shared/problem.ts';
import type { ServiceFailure } from '../service/types.ts';
import { backoff, judge, type Circumstances, type Verdict } from './judge.ts';
import type { Report } from './report.ts';

function failure(change: Partial<ServiceFailure>): ServiceFailure {
  return {
    kind: 'network',
    mayHaveBeenProcessed: true,
    message: 'words',
    fromService: false,
    ...change,
  };
}

function at(change: Partial<Circumstances> = {}): Circumstances {
  return { step: 'create', attempts: 0, tries: () => 0, refusals: 0, random: () => 0.5, ...change };
}

const refusal = (words: string) =>
  failure({
    kind: 'refused',
    mayHaveBeenProcessed: false,
    fromService: true,
    serviceMessage: words,
  });
const problem = (code: Problem['code']): Problem => ({ code, message: 'words' });

/** A verdict in one line: what follows, and what it names. */
function line(verdict: Verdict): string {
  if (verdict.then === 'close')
    return `close ${verdict.gate}${verdict.ms === null ? ' for a person' : ''}${verdict.aside === undefined ? '' : ' aside'}`;
  if (verdict.then === 'end') return `end ${verdict.state}`;
  return verdict.then;
}

describe('judge', () => {
  it.each<[string, Report, Partial<Circumstances>, string]>([
    [
      'F09 the service cannot be reached',
      { kind: 'service', failure: failure({ mayHaveBeenProcessed: false }) },
      {},
      'close service',
    ],
    [
      'F11 a sign-in page answers',
      { kind: 'service', failure: failure({ kind: 'not-envelope', status: 200 }) },
      {},
      'close service aside',
    ],
    [
      'F16 a 5xx on an unpaid step',
      { kind: 'service', failure: failure({ kind: 'not-envelope', status: 502 }) },
      {},
      'close service aside',
    ],
    [
      'the same for the eighth time',
      { kind: 'service', failure: failure({ kind: 'not-envelope', status: 502 }) },
      { attempts: 7 },
      'end held',
    ],
    [
      'the same while nobody is answered, which counts no try',
      { kind: 'service', failure: failure({ kind: 'not-envelope', status: 502 }) },
      { attempts: 7, tries: () => 3 },
      'close service',
    ],
    [
      'F16 a 5xx in an envelope on an upload',
      { kind: 'service', failure: failure({ kind: 'refused', status: 503, fromService: true }) },
      { step: 'upload' },
      'close service aside',
    ],
    [
      'F19 an empty account that is told at the upload',
      { kind: 'service', failure: refusal('balance exhausted') },
      { step: 'upload' },
      'close service',
    ],
    [
      'F17 the service asks to slow down',
      { kind: 'service', failure: failure({ kind: 'rate-limited', retryAfterMs: 9000 }) },
      {},
      'close service',
    ],
    [
      'F18 the key is refused',
      { kind: 'service', failure: failure({ kind: 'unauthorised' }) },
      {},
      'close service',
    ],
    [
      'F19 the balance is exhausted',
      { kind: 'refused', failure: refusal('balance exhausted') },
      { step: 'execute' },
      'close execute',
    ],
    [
      'F19 five refusals in a row',
      { kind: 'refused', failure: refusal('no') },
      { step: 'execute', refusals: 5 },
      'close execute aside',
    ],
    [
      'F19 the same photo again and again',
      { kind: 'refused', failure: refusal('no') },
      { step: 'execute', refusals: 12, attempts: 7 },
      'end failed',
    ],
    [
      'one refusal of an execute',
      { kind: 'refused', failure: refusal('no such scene') },
      { step: 'execute' },
      'end failed',
    ],
    [
      'an upload that is refused',
      { kind: 'service', failure: refusal('too small') },
      { step: 'upload' },
      'end failed',
    ],
    [
      'F27 the proxy asks for a password',
      { kind: 'service', failure: failure({ kind: 'not-envelope', status: 407 }) },
      {},
      'close service aside',
    ],
    [
      'offline by choice: until a person goes online, and no try is counted',
      { kind: 'service', failure: failure({ code: 'offline' }) },
      { step: 'execute' },
      'close service for a person',
    ],
    [
      'offline by choice, also for a download',
      { kind: 'trouble', then: 'later', problem: problem('offline') },
      { step: 'fetch', attempts: 7 },
      'close service for a person',
    ],
    [
      'F85 404 on a known execution, once',
      { kind: 'service', failure: refusal('no such execution') },
      { step: 'poll' },
      'postpone',
    ],
    [
      'F85 and for the third time',
      { kind: 'service', failure: refusal('no such execution') },
      { step: 'poll', attempts: 2 },
      'end held',
    ],
    [
      'a question that breaks is asked again, without end',
      { kind: 'service', failure: failure({}) },
      { step: 'poll', attempts: 500 },
      'wait',
    ],
    ['a doubt', { kind: 'doubt', failure: failure({}) }, { step: 'execute' }, 'close execute'],
    [
      'F79 a photo that crashed its process, once',
      { kind: 'trouble', then: 'later', problem: problem('image-process-crashed') },
      { step: 'prepare' },
      'postpone',
    ],
    [
      'F79 and twice',
      { kind: 'trouble', then: 'later', problem: problem('image-process-crashed') },
      { step: 'prepare', attempts: 1 },
      'end failed',
    ],
    [
      'a photo that is none',
      { kind: 'trouble', then: 'never', problem: problem('photo-not-an-image') },
      { step: 'prepare' },
      'end failed',
    ],
    [
      'F65 the disk is full',
      { kind: 'trouble', then: 'later', problem: problem('disk-full') },
      { step: 'place' },
      'close disk',
    ],
    [
      'F66 the output cannot be placed, in the end',
      { kind: 'trouble', then: 'later', problem: problem('delivery-failed') },
      { step: 'place', attempts: 7 },
      'end held',
    ],
    [
      'F38 the limit is reached',
      { kind: 'limit', problem: problem('spending-limit'), of: 'studio' },
      { step: 'execute' },
      'park',
    ],
    ['the program stops', { kind: 'service', failure: failure({ kind: 'aborted' }) }, {}, 'stop'],
    [
      'the program stops within an image',
      { kind: 'trouble', then: 'later', problem: problem('aborted') },
      { step: 'prepare' },
      'stop',
    ],
  ])('%s', (_, report, change, expected) => {
    expect(line(judge(report, at(change)))).toBe(expected);
  });

  it.each([0, 9000])('F17 honours Retry-After, and never comes back at once (%i ms)', (asked) => {
    const report: Report = {
      kind: 'service',
      failure: failure({ kind: 'rate-limited', retryAfterMs: asked }),
    };
    expect(judge(report, at())).toMatchObject({ ms: asked + 750 });
  });

  it('waits longer each time, up to a minute, never in step with others', () => {
    const low = [0, 1, 2, 3, 10, 100].map((n) => backoff(n, () => 0));
    const high = [0, 1, 2, 3, 10, 100].map((n) => backoff(n, () => 1));
    expect(low).toEqual([500, 1000, 2000, 4000, 30_000, 30_000]);
    expect(high).toEqual([1000, 2000, 4000, 8000, 60_000, 60_000]);
  });
});
