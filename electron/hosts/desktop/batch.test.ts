import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Status, Waiting } from '#shared/views/status.ts';
import { statusOf as status } from '../../../test/desktop/status.ts';
import { follow, type Batch, type BatchNotice } from './batch.ts';

const keyRefused: Waiting = {
  gate: 'execute',
  problem: { code: 'service-unauthorised', message: 'No.' },
  since: 0,
  needsPerson: true,
};

/** Returns the notices for a sequence of statuses, and the last step. */
function through(...statuses: readonly Status[]) {
  let batch: Batch | null = null;
  const told: BatchNotice[] = [];
  const progress: (number | null)[] = [];
  for (const now of statuses) {
    const step = follow(batch, now);
    batch = step.batch;
    progress.push(step.progress);
    if (step.notice !== null) told.push(step.notice);
  }
  return { told, progress };
}

describe('a batch', () => {
  it('is reported once, when its last photo has ended, and does not count earlier photos', () => {
    const { told, progress } = through(
      status({ done: 100 }),
      status({ done: 100, waiting: 3, running: 1 }),
      status({ done: 102, waiting: 1, running: 1 }),
      status({ done: 103, failed: 1 }),
      status({ done: 103, failed: 1 }),
    );
    expect(told).toEqual([{ kind: 'ended', done: 3, failed: 1, needPerson: 0 }]);
    expect(progress).toEqual([null, 0, 0.5, null, null]);
  });

  it('reports how many photos need attention', () => {
    const end = status({ done: 1, held: 1 }, { needPerson: 1 });
    const { told } = through(status({ running: 2 }), end);
    expect(told).toEqual([{ kind: 'ended', done: 1, failed: 0, needPerson: 1 }]);
  });

  it('is reported once when it waits for the user, and not again before the next batch', () => {
    const stuck = status({ running: 2, waiting: 3 }, { waitingFor: [keyRefused] });
    const free = status({ running: 2, waiting: 3 });
    const { told } = through(stuck, free, stuck, status({ done: 5 }), stuck);
    expect(told.map(({ kind }) => kind)).toEqual(['needs-person', 'ended', 'needs-person']);
  });

  it('is not reported if the user removed its photos', () => {
    expect(through(status({ waiting: 2 }), status({ cancelled: 2 })).told).toEqual([]);
  });

  it('keeps the computer awake while photos run, but not while paused', () => {
    expect(follow(null, status({ running: 1 })).isBusy).toBe(true);
    expect(follow(null, status({ waiting: 1 })).isBusy).toBe(false);
    expect(follow(null, status({ running: 1 }, { isPaused: true })).isBusy).toBe(false);
  });

  it('never exceeds 100% progress, whatever the counts', () => {
    const states = ['waiting', 'running', 'held', 'failed', 'done', 'cancelled'] as const;
    const counts = fc.dictionary(fc.constantFrom(...states), fc.nat(50));
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 20 }), (all) => {
        const { progress, told } = through(...all.map((one) => status(one)));
        const parts = progress.filter((part) => part !== null);
        expect(parts.filter((part) => part < 0 || part > 1)).toEqual([]);
        const ends = told.filter((notice) => notice.kind === 'ended');
        expect(ends.filter(({ done, failed }) => done < 0 || failed < 0)).toEqual([]);
      }),
    );
  });
});
