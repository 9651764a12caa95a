import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StudioChange } from '#shared/ipc.ts';
import { handClock, type HandClock } from '../../test/fixtures/hand-clock.ts';
import type { Table } from '../adapters/ledger/commits.ts';
import { gatherChanges, type Changes } from './changes.ts';

let clock: HandClock;
let changes: Changes;
let told: StudioChange[];

beforeEach(() => {
  clock = handClock();
  changes = gatherChanges(clock);
  told = [];
  changes.onChange((changed) => told.push(changed));
});

const pass = async (ms: number) => {
  clock.pass(ms);
  await turn();
};
const commit = (
  tables: readonly Table[],
  jobIds: readonly number[],
  grown: readonly Table[] = [],
) =>
  changes.committed({
    tables: new Set(tables),
    grown: new Set(grown),
    jobIds: new Set(jobIds),
  });

describe('changes', () => {
  it('are reported immediately at first and later in groups, and without job ids if a group has too many jobs', async () => {
    commit(['jobs', 'history'], [1]);
    changes.touch('status');
    await pass(0);
    expect(told).toEqual([{ parts: ['status', 'folders'], jobs: [1] }]);
    for (let id = 0; id < 1000; id += 1) commit(['history'], [id]);
    changes.touch('log');
    changes.touch('log');
    await pass(49);
    expect(told).toHaveLength(1);
    await pass(1);
    expect(told.slice(1)).toEqual([{ parts: ['log'], jobs: null }]);
  });

  it('name up to 200 jobs', async () => {
    commit(
      ['history'],
      Array.from({ length: 200 }, (_, id) => id),
    );
    await pass(0);
    expect(told[0]?.jobs).toHaveLength(200);
    commit(
      ['history'],
      Array.from({ length: 201 }, (_, id) => id),
    );
    await pass(50);
    expect(told[1]?.jobs).toBeNull();
  });

  it('include every list of photos if there are new jobs, because no screen knows their ids yet', async () => {
    commit(['jobs', 'history'], [1], ['history']);
    await pass(0);
    commit(['jobs'], [2], ['jobs']);
    await pass(50);
    expect(told).toEqual([
      { parts: ['status', 'folders'], jobs: [1] },
      { parts: ['status', 'folders', 'retouch'], jobs: [2] },
    ]);
  });

  it('include every part that shows ledger data when another ledger is opened', async () => {
    changes.reopened();
    await pass(0);
    const shown = [
      'custom-models',
      'folders',
      'marks',
      'masks',
      'pauses',
      'recipes',
      'retouch',
      'settings',
      'status',
    ];
    expect(told[0]?.parts.toSorted()).toEqual([...shown, 'templates']);
  });

  it('are not reported to a removed listener, or after closing', async () => {
    const more: StudioChange[] = [];
    const unlisten = changes.onChange((changed) => more.push(changed));
    unlisten();
    changes.touch('log');
    await pass(0);
    expect([told.length, more.length]).toEqual([1, 0]);
    changes.touch('log');
    changes.close();
    await pass(50);
    expect(told).toHaveLength(1);
  });
});
