import { beforeEach, describe, expect, it } from 'vitest';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { handClock, type HandClock } from '../../../test/fixtures/hand-clock.ts';
import type { Ledger } from './open.ts';

let clock: HandClock;
let ledger: Ledger;
let job: number;
const why = { code: 'service-unreachable', message: 'not sent' } as const;

beforeEach(async () => {
  clock = handClock();
  ({ ledger } = await freshLedger(clock));
  job = takeIn(ledger);
});

/** Adds an intent with a notification address; `now` returns the intent's current row. */
function intend(key: string | null = 'key') {
  const run = { jobId: job, run: 1, taskId: 't', agent: 'removeBG', images: 1 };
  const id = ledger.executions.intend(run);
  expect(ledger.hints.listen(id, key)).toBe(true);
  const now = () => ledger.executions.ofJob(job).find((e) => e.id === id);
  return { id, now };
}
/** Adds an execution that is being sent. */
function send(key?: string | null) {
  const one = intend(key);
  ledger.executions.sending(one.id);
  return one;
}
const notes = () => ledger.history.of(job).map(({ what }) => what);

describe('a notification', () => {
  it('is ignored if its address is unknown, or if no request was sent with its address', () => {
    const { now } = intend();
    expect(ledger.hints.take('other')).toBeNull();
    expect(ledger.hints.take('key')).toBeNull();
    expect(now()).toMatchObject({ state: 'intent', hints: 0, hasCallback: true });
  });

  it.each<[string, (id: number) => void]>([
    ['being sent', () => {}],
    ['in doubt', (id) => ledger.executions.doubt(id, 'lost')],
    ['started', (id) => ledger.executions.started(id, 'e1')],
  ])('about an execution %s is counted, and changes nothing else', (_, make) => {
    const { id, now } = send();
    make(id);
    const before = now();
    expect(ledger.hints.take('key')).toEqual({ jobId: job });
    expect(now()).toEqual({ ...before, hints: 1 });
    expect(ledger.hints.came(id)).toBe(1);
  });

  it('about a request that counted as not accepted marks the request as in doubt, and nothing more is sent', () => {
    const { id, now } = send();
    ledger.executions.unsent(id, why);
    expect(ledger.hints.take('key')).toEqual({ jobId: job });
    expect(now()).toMatchObject({ state: 'doubt', hints: 1, doubtSince: 0 });
    expect(ledger.hints.listen(id, 'next')).toBe(false);
    expect(() => ledger.executions.sending(id)).toThrow('cannot become');
  });

  it('to the address of an earlier attempt is ignored', () => {
    const { id } = send();
    ledger.executions.unsent(id, why);
    expect(ledger.hints.listen(id, 'next')).toBe(true);
    expect(ledger.hints.take('key')).toBeNull();
  });

  it('about an execution that counts as not bought raises an alarm, once', () => {
    const { id, now } = send();
    ledger.executions.doubt(id, why);
    ledger.executions.giveUp(id, 'a person decided so');
    for (let time = 0; time < 3; time += 1) {
      expect(ledger.hints.take('key')).toEqual({ jobId: job });
    }
    expect(now()).toMatchObject({ state: 'void' });
    expect(notes().filter((what) => what.startsWith('alarm'))).toHaveLength(1);
  });

  it('about a refused request marks that request as in doubt, because it may have been charged', () => {
    const { id, now } = send();
    ledger.executions.rejected(id, 'no');
    expect(ledger.hints.take('key')).toEqual({ jobId: job });
    expect(now()).toMatchObject({ state: 'doubt', hints: 1, hintsFollowed: 0 });
  });

  it('about an execution that has ended changes nothing', () => {
    const { id, now } = send();
    ledger.executions.started(id, 'e1');
    ledger.executions.finished(id, 'Success');
    const before = [now(), notes()];
    expect(ledger.hints.take('key')).toEqual({ jobId: job });
    expect([now(), notes()]).toEqual(before);
  });

  it('that arrives during a query leads to another query', () => {
    const { id, now } = send();
    ledger.executions.started(id, 'e1');
    ledger.hints.take('key');
    const asked = now()?.hints ?? 0;
    ledger.hints.take('key');
    ledger.hints.followed(id, asked);
    expect(now()).toMatchObject({ hints: 2, hintsFollowed: 1 });
  });
});

describe('the end of an execution', () => {
  /**
   * Adds execution `n`, with the end reported in the given way. Halfway, a query finds it running.
   */
  function ends(n: number, how: 'hint' | 'poll' | 'late' | 'adopted' | 'unheard') {
    const { id } = send(how === 'unheard' ? null : `key${n}`);
    if (how === 'adopted') {
      ledger.executions.doubt(id, 'lost');
      ledger.executions.adopt(id, `e${n}`);
    } else ledger.executions.started(id, `e${n}`);
    clock.pass(1000);
    ledger.executions.seen(id, 'Running', null, false);
    clock.pass(1000);
    if (how === 'hint') ledger.hints.take(`key${n}`);
    ledger.executions.finished(id, 'Success');
    if (how === 'late') ledger.hints.take(`key${n}`);
  }

  it('is attributed to the source that first reported it, except for adopted executions and those without a notification address', () => {
    ends(1, 'hint');
    ends(2, 'poll');
    ends(3, 'adopted');
    ends(4, 'unheard');
    ends(5, 'late');
    expect(ledger.hints.learned('removeBG', 9)).toEqual(['late', 'poll', 'hint']);
    expect(ledger.hints.learned('removeBG', 1)).toEqual(['late']);
    expect(ledger.hints.learned('aimodel', 9)).toEqual([]);
  });

  it('is the current time if a notification reported it, otherwise half-way between the last two answers', () => {
    ends(1, 'hint');
    ends(2, 'poll');
    expect(ledger.executions.durations('removeBG', 9)).toEqual([1500, 2000]);
  });
});
