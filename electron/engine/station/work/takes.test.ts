import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { failure, problemOf } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { freshLedger, takeIn } from '../../../../test/fixtures/fresh-ledger.ts';
import { sharedPostgres } from '../../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { openSharedStudio } from '../../../adapters/shared-studio/shared-studio.ts';
import type { WorkParts } from './parts.ts';
import { Takes } from './takes.ts';

const server = await sharedPostgres();

/** Opens a station that knows one hot folder and offers three photos of it; admitting a photo has this outcome. */
async function openTakes(admitted: Outcome<number>) {
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
      admit: async () => admitted,
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
  const states = async () => {
    const rows = await studio.sql<{ state: string }>('SELECT state FROM work ORDER BY number');
    return rows.map(({ state }) => state);
  };
  return {
    ledger,
    /** Takes photos after this time in ms; returns the states of all photos. */
    async takeAfter(ms: number) {
      now.mono += ms;
      valueOf(await takes.take(lease));
      return states();
    },
    /** Reports the photos that have ended; returns the states of all photos. */
    async report() {
      valueOf(await takes.report());
      return states();
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

it('a held photo for which a job with another recipe runs fails at the other stations', async () => {
  const { ledger, takeAfter, report } = await openTakes(success(1));
  const id = takeIn(ledger, { sha256: '1', identity: 'white' });
  expect(await takeAfter(0)).toEqual(['taken', 'taken', 'offered']);
  ledger.jobs.end(id, 'held', problemOf('paused'));
  expect(await report()).toEqual(['held', 'taken', 'offered']);
  ledger.jobs.end(id, 'cancelled', problemOf('cancelled.replaced', { other: 2 }));
  expect(await report()).toEqual(['failed', 'taken', 'offered']);
});
