import { describe, expect, it } from 'vitest';
import type { Problem } from '#shared/problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';
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

function at(
  step: Circumstances['step'] = 'create',
  attempts = 0,
  more: Partial<Circumstances> = {},
): Circumstances {
  return { step, attempts, tries: () => 0, refusals: 0, random: () => 0.5, ...more };
}

/** A refusal with the service's message. */
const no = (serviceMessage: string): Partial<ServiceFailure> => ({
  kind: 'refused',
  mayHaveBeenProcessed: false,
  fromService: true,
  serviceMessage,
});
const service = (change: Partial<ServiceFailure>): Report =>
  ({ kind: 'service', failure: failure(change) }) as const;
const refused = (words: string): Report => ({ kind: 'refused', failure: failure(no(words)) });
const problem = (code: Problem['code']): Problem => ({ code, message: 'words' });
const trouble = (then: 'later' | 'never') => (code: Problem['code']) =>
  ({ kind: 'trouble', then, problem: problem(code) }) as const;
const [later, never] = [trouble('later'), trouble('never')];
const page = (status: number) => service({ kind: 'not-envelope', status });
const crash = later('image-process-crashed');
const gone = service(no('no such execution'));

/** Returns a verdict in one line. */
function line(verdict: Verdict): string {
  if (verdict.then === 'close')
    return `close ${verdict.gate}${verdict.ms === null ? ' for a person' : ''}${verdict.aside === undefined ? '' : ' aside'}`;
  if (verdict.then === 'end') return `end ${verdict.state}`;
  return verdict.then;
}

describe('judge', () => {
  it.each<[string, Report, Circumstances, string]>([
    [
      'F09 the service cannot be reached',
      service({ mayHaveBeenProcessed: false }),
      at(),
      'close service',
    ],
    ['F11 a sign-in page instead of the service', page(200), at(), 'close service aside'],
    ['F16 a 5xx on an unpaid step', page(502), at(), 'close service aside'],
    ['a 5xx for the eighth time', page(502), at('create', 7), 'end held'],
    [
      'a 5xx for the eighth time, while no other job is answered either',
      page(502),
      at('create', 7, { tries: () => 3 }),
      'close service',
    ],
    [
      'F16 a 5xx in an envelope',
      service({ kind: 'refused', status: 503, fromService: true }),
      at('upload'),
      'close service aside',
    ],
    [
      'F19 an empty account that is reported during the upload',
      service(no('balance exhausted')),
      at('upload'),
      'close service',
    ],
    [
      'F17 the service asks to slow down',
      service({ kind: 'rate-limited', retryAfterMs: 9000 }),
      at(),
      'close service',
    ],
    ['F18 the key is refused', service({ kind: 'unauthorised' }), at(), 'close service'],
    ['F19 the balance is exhausted', refused('balance exhausted'), at('execute'), 'close execute'],
    [
      'F19 five refusals in a row',
      refused('no'),
      at('execute', 0, { refusals: 5 }),
      'close execute aside',
    ],
    [
      'F19 repeated refusals of the same photo',
      refused('no'),
      at('execute', 7, { refusals: 12 }),
      'end failed',
    ],
    ['a single refusal of an execute', refused('no such scene'), at('execute'), 'end failed'],
    ['a refused upload', service(no('too small')), at('upload'), 'end failed'],
    ['F27 the proxy asks for a password', page(407), at(), 'close service aside'],
    [
      'the user has set Darkslide offline',
      service({ code: 'offline' }),
      at('execute'),
      'close service for a person',
    ],
    [
      'the user has set Darkslide offline during a download',
      later('offline'),
      at('fetch', 7),
      'close service for a person',
    ],
    ['F85 404 on a known execution', gone, at('poll'), 'postpone'],
    ['F85 404 on a known execution for the third time', gone, at('poll', 2), 'end held'],
    ['a query that fails again and again', service({}), at('poll', 500), 'wait'],
    [
      'an execute that ends in doubt',
      { kind: 'doubt', failure: failure({}) },
      at('execute'),
      'close execute',
    ],
    ['F79 a crash of the image process, once', crash, at('prepare'), 'postpone'],
    ['F79 a crash of the image process, twice', crash, at('prepare', 1), 'end failed'],
    ['a file that is not a photo', never('photo-not-an-image'), at('prepare'), 'end failed'],
    ['F65 the disk is full', later('disk-full'), at('place'), 'close disk'],
    ['F66 the output cannot be placed', later('delivery-failed'), at('place', 7), 'end held'],
    [
      'F38 the limit is reached',
      { kind: 'limit', problem: problem('spending-limit'), of: 'studio' },
      at('execute'),
      'park',
    ],
    ['the program stops', service({ kind: 'aborted' }), at(), 'stop'],
    ['the program stops while it processes an image', later('aborted'), at('prepare'), 'stop'],
  ])('%s', (_, report, circumstances, expected) => {
    expect(line(judge(report, circumstances))).toBe(expected);
  });

  it.each([0, 9000])('F17 honours Retry-After and never retries immediately (%i ms)', (asked) => {
    const report: Report = {
      kind: 'service',
      failure: failure({ kind: 'rate-limited', retryAfterMs: asked }),
    };
    expect(judge(report, at())).toMatchObject({ ms: asked + 750 });
  });

  it('waits longer each time, up to a minute, with jitter', () => {
    const low = [0, 1, 2, 3, 10, 100].map((n) => backoff(n, () => 0));
    const high = [0, 1, 2, 3, 10, 100].map((n) => backoff(n, () => 1));
    expect(low).toEqual([500, 1000, 2000, 4000, 30_000, 30_000]);
    expect(high).toEqual([1000, 2000, 4000, 8000, 60_000, 60_000]);
  });
});
