import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { failure } from '#shared/failure.ts';
import { freshLedger } from '../../../../test/fixtures/fresh-ledger.ts';
import { sharedPostgres } from '../../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { openSharedStudio } from '../../../adapters/shared-studio/shared-studio.ts';
import type { WorkParts } from './parts.ts';
import { Takes } from './takes.ts';

const server = await sharedPostgres();

/** Opens a station that knows one hot folder, offers a photo of it, and cannot admit photos for the given reason. */
async function openTakes(problem: ReturnType<typeof failure>) {
  const studio = await server.newStudio();
  const shared = await openSharedStudio(await studio.newStation(), randomUUID());
  onTestFinished(() => shared.close());
  const lease = valueOf(await shared.enter('A'));
  if ('refused' in lease) throw new Error(lease.refused);
  const { ledger } = await freshLedger();
  const folder = { id: 1, key: randomUUID() };
  const now = { mono: 0 };
  const parts = {
    shared: shared.work,
    ledger,
    clock: { mono: () => now.mono },
    roots: { shoots: '/shoots' },
    takes: 'all',
    folders: () => [folder],
    hands: {
      admit: async () => problem,
      room: () => 2,
      stopped: () => ({ paused: [], parked: [] }),
      wake: () => {},
    },
  } as unknown as WorkParts;
  const offer = (photo: string) => {
    const place = { root: 'shoots', path: photo };
    const order = { source: place, bytes: 1, output: place, subFolder: '', recipe: '{}' };
    const row = { photo, purchase: 'white', run: 1, folder: folder.key, priority: 0 };
    const rest = { again: false, prioritised: false, order: { ...order, files: {}, client: '' } };
    return shared.work.offer([{ ...row, ...rest }], lease);
  };
  for (const photo of ['1', '2', '3']) valueOf(await offer(photo));
  const takes = new Takes(parts);
  return {
    /** Takes photos after this time in ms; returns the states of all photos. */
    async takeAfter(ms: number) {
      now.mono += ms;
      valueOf(await takes.take(lease));
      const rows = await studio.sql<{ state: string; at: Date }>(
        'SELECT state, changed_at AS at FROM work ORDER BY number',
      );
      return rows.map(({ state }) => state);
    },
    /** Returns which photos were taken and given back since the last call. */
    async touched() {
      const rows = await studio.sql<{ photo: string }>(
        `SELECT photo FROM work WHERE changed_at > '2000-01-01' ORDER BY number`,
      );
      await studio.sql(`UPDATE work SET changed_at = '2000-01-01'`);
      return rows.map(({ photo }) => photo);
    },
  };
}

it('a photo that is gone is given back at first, others are taken meanwhile, and it fails if it is gone later too', async () => {
  const { takeAfter, touched } = await openTakes(failure('file-missing.job', { path: 'a.jpg' }));
  await touched();
  expect(await takeAfter(0)).toEqual(['offered', 'offered', 'offered']);
  expect(await touched()).toEqual(['1', '2']);
  await takeAfter(1000);
  expect(await touched()).toEqual([]);
  expect(await takeAfter(1500)).toEqual(['offered', 'offered', 'offered']);
  expect(await touched()).toEqual(['3']);
  expect(await takeAfter(28_000)).toEqual(['failed', 'failed', 'offered']);
});

it('a photo that cannot be reached is left out longer each time, and never ends', async () => {
  const file = { file: 'a.jpg' };
  const { takeAfter, touched } = await openTakes(
    failure('work-unreachable', file, { parameter: 'photo' }),
  );
  await takeAfter(0);
  await takeAfter(2500);
  await touched();
  expect(await takeAfter(30_500)).toEqual(['offered', 'offered', 'offered']);
  expect(await touched()).toEqual(['1', '2']);
  await takeAfter(33_000);
  expect(await touched()).toEqual(['3']);
});

it('no photo of a hot folder is taken for 30 seconds after its output folder could not be reached', async () => {
  const { takeAfter, touched } = await openTakes(failure('work-unreachable', { file: 'out' }));
  await takeAfter(0);
  expect(await touched()).toEqual(['1', '2', '3']);
  await takeAfter(29_000);
  expect(await touched()).toEqual([]);
  await takeAfter(2000);
  expect(await touched()).toEqual(['1', '2']);
});
