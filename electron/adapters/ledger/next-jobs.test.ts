import { beforeEach, describe, expect, it } from 'vitest';
import { freshLedger, hotFolderAt, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import type { Ledger } from './open.ts';

let ledger: Ledger;
beforeEach(async () => {
  ({ ledger } = await freshLedger());
});

const admit = (name: string, hotFolderId: number | null, priority = 0) =>
  takeIn(ledger, { sha256: name.padEnd(64, '0'), name: `${name}.jpg`, hotFolderId, priority });

const bought = (jobId: number, taskId: string) => {
  ledger.jobs.created(jobId, taskId);
  const intent = { jobId, run: 1, taskId, agent: 'removeBG', images: 1 };
  ledger.executions.started(ledger.executions.intend(intent), `${taskId}-1`);
};

const none: ReadonlySet<number> = new Set();

describe('the next jobs', () => {
  it('are those of all folders below their limit, by priority and age', () => {
    const [one = 0, two = 0, three = 0] = ['/1', '/2', '/3'].map((at) => hotFolderAt(ledger, at));
    const atLimit = admit('a', one, 9);
    const low = admit('b', two);
    const given = admit('c', null, 5);
    const high = admit('d', three, 5);
    expect(ledger.jobs.next(9, none, [one])).toEqual([given, high, low]);
    expect(ledger.jobs.next(2, none, [one])).toEqual([given, high]);
    expect(ledger.jobs.next(9, new Set([given]), [one])).toEqual([high, low]);
    expect(ledger.jobs.next(9, none, [one, 0])).toEqual([high, low]);
    expect(ledger.jobs.next(9, none, [])).toEqual([atLimit, given, high, low]);
  });

  it('of a paused folder are those whose run the user asked for, unless the folder is at its limit', () => {
    const paused = hotFolderAt(ledger, '/1');
    const [held, asked] = [admit('a', paused, 20), admit('b', paused)];
    const own = admit('c', null, 5);
    ledger.jobs.askedByHand(asked);
    expect(ledger.jobs.next(9, none, [], [], [paused])).toEqual([asked, own]);
    expect(ledger.jobs.next(9, none, [paused], [], [paused])).toEqual([own]);
    expect(ledger.jobs.next(9, none, [])).toEqual([held, asked, own]);
  });

  it('of a shared folder are those that this station has taken, unless the folder is at its limit', () => {
    const shared = hotFolderAt(ledger, '/1');
    const [offered, taken] = [admit('a', shared, 5), admit('b', shared)];
    const own = admit('c', null);
    ledger.sharedWork.offered({ jobId: offered, run: 1, priority: 5 });
    ledger.sharedWork.taken({ jobId: taken, run: 1 });
    expect(ledger.jobs.next(9, none, [], [shared])).toEqual([taken, own]);
    expect(ledger.jobs.next(9, none, [shared], [shared])).toEqual([own]);
    ledger.sharedWork.left(taken);
    expect(ledger.jobs.next(9, none, [], [shared])).toEqual([own]);
  });

  it('include jobs that may already be paid for, even if their folder is at its limit', () => {
    const one = hotFolderAt(ledger, '/1');
    const paid = admit('a', one);
    const lost = admit('b', one);
    const unsent = admit('c', one);
    admit('d', one);
    bought(paid, 't1');
    bought(lost, 't2');
    ledger.jobs.running(lost);
    ledger.jobs.created(unsent, 't3');
    ledger.executions.intend({ jobId: unsent, run: 1, taskId: 't3', agent: 'removeBG', images: 1 });
    expect(ledger.jobs.next(9, none, [one])).toEqual([lost, paid]);
    // the job that was paid for gets another run, which is not paid for
    ledger.jobs.end(paid, 'done', null);
    ledger.jobs.resume(paid, { again: true });
    expect(ledger.jobs.next(9, none, [one])).toEqual([lost]);
  });
});
