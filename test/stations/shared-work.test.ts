import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderCards } from '#electron/app/hot-folders/cards.ts';
import { cancel, retry } from '#electron/engine/queue/change-jobs.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { openStations } from './stations.ts';
import { changeAll, executes, states, untilWatched, wait } from './folder-stations.ts';
import { shareFolder, type FolderStation } from './shared-folder.ts';

const server = await sharedPostgres();

it('a worker processes the photos of a hot folder that another station watches', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  await folder.drop(6);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const b = await folder.open('B', 'all');
  const c = await folder.open('C', 'none');
  await expect.poll(() => folderCards(b.studio, null), wait).toMatchObject([{ watchedBy: 'A' }]);
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(6);
  expect(await folder.filesIn('drop')).toEqual([]);
  expect(await folder.filesIn('out')).toHaveLength(6);
  expect(executes(world)).toBe(6);
  expect([states(a), states(b)]).toEqual([{ done: 6 }, { done: 6 }]);
  const [job = 0] = a.studio.ledger.jobs.list(['done'], 1);
  expect(a.studio.ledger.sharedWork.get(job)).toMatchObject({ station: 'B', ended: 'done' });
  // every station knows where the photos are now, their images and their hot folder
  const rowsOf = ({ studio: { ledger } }: FolderStation) =>
    ledger.queue
      .rows(ledger.jobs.list(['done'], 10))
      .toSorted((one, other) => one.source.localeCompare(other.source));
  const places = (await folder.filesIn('drop', 'Processed')).toSorted();
  for (const { station, makes } of [
    { station: b, makes: null },
    { station: c, makes: 'B' },
  ]) {
    const { folderId: hotFolderId } = station;
    const images = { delivered: 1, bought: 1 };
    const rest = { hotFolderId, images, station: makes };
    const rows = places.map((name) => ({
      source: join(folder.root, 'drop', 'Processed', name),
      ...rest,
    }));
    await expect.poll(() => rowsOf(station), wait).toMatchObject(rows);
  }
  await expect.poll(() => a.studio.isIdle()).toBe(true);
});

it('a station that is cut off loses its folder and its photos to another station, and each photo is bought once', async () => {
  const world = await openStations(
    server,
    { leaseSeconds: 9 },
    { speed: { executionMs: 700, jitterMs: 0 } },
  );
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'own', { limits: { inFlight: 2, cores: 1 } });
  await untilWatched(a);
  const b = await folder.open('B', 'all', { limits: { inFlight: 4, cores: 1 } });
  await folder.drop(10);
  await expect.poll(() => executes(world), wait).toBeGreaterThan(2);
  await world.cutOff('A');
  await folder.drop(4);
  await untilWatched(b);
  await expect.poll(() => folder.filesIn('drop'), wait).toEqual([]);
  await world.reconnect('A');
  await expect.poll(() => states(a)['waiting'] ?? 0, wait).toBe(0);
  await expect.poll(() => [a, b].every(({ studio }) => studio.isIdle()), wait).toBe(true);
  expect(executes(world)).toBe(14);
  expect(await folder.filesIn('drop', 'Processed')).toHaveLength(14);
  expect(new Set(await folder.filesIn('out')).size).toBe(14);
  expect(states(b)['held'] ?? 0).toBe(0);
});

it('files that a user skipped are processed by no station, whichever station watches the folder', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world, 'skip');
  await folder.drop(2);
  const skipped = await folder.filesIn('drop');
  const a = await folder.open('A', 'own');
  await untilWatched(a);
  const b = await folder.open('B', 'all');
  await a.stop();
  await untilWatched(b);
  await folder.drop(1);
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(1);
  expect(await folder.filesIn('drop')).toEqual(skipped);
  expect(executes(world)).toBe(1);
});

it('a worker that drains finishes what is paid for, and the other photos go to another station', async () => {
  const world = await openStations(server, {}, { speed: { executionMs: 1500, jitterMs: 0 } });
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const b = await folder.open('B', 'all', { limits: { inFlight: 2, cores: 2 } });
  await folder.drop(8);
  await expect.poll(() => executes(world), wait).toBeGreaterThanOrEqual(2);
  await b.studio.exchange?.drain();
  await expect.poll(() => b.studio.ledger.sharedWork.inHand(), wait).toEqual([]);
  const { done = 0 } = states(b);
  // two at a time: those under way, and at most those that followed before the drain began
  expect([2, 3, 4]).toContain(done);
  await folder.open('C', 'all');
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(8);
  const taken = await world.shared.sql(
    `SELECT name, count(*)::integer AS n FROM work JOIN stations ON id = taken_by GROUP BY 1 ORDER BY 1`,
  );
  expect(taken).toEqual([
    { name: 'B', n: done },
    { name: 'C', n: 8 - done },
  ]);
  expect(executes(world)).toBe(8);
  await b.stop();
});

it('a photo that fails at a worker fails at the station of its folder', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const b = await folder.open('B', 'all');
  await folder.drop(1, 'damaged');
  await expect.poll(() => states(a), wait).toEqual({ failed: 1 });
  const [job = 0] = a.studio.ledger.jobs.list(['failed'], 1);
  const { problem } = valueOf(a.studio.ledger.jobs.load(job));
  const [there = 0] = b.studio.ledger.jobs.list(['failed'], 1);
  expect(problem).toEqual(valueOf(b.studio.ledger.jobs.load(there)).problem);
  expect(executes(world)).toBe(0);
});

it('photos that the user cancels or whose folder is paused are taken by no station', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  a.studio.pauseAll();
  await folder.drop(3);
  await expect.poll(() => world.shared.sql('SELECT state FROM work'), wait).toHaveLength(3);
  await folder.open('B', 'all');
  await changeAll(a, cancel);
  await expect
    .poll(() => world.shared.sql('SELECT DISTINCT state FROM work'), wait)
    .toEqual([{ state: 'withdrawn' }]);
  a.studio.resumeAll();
  await folder.drop(1);
  await expect.poll(() => states(a), wait).toEqual({ cancelled: 3, done: 1 });
  expect(executes(world)).toBe(1);
  const { ledger } = a.studio;
  const [again = 0] = ledger.jobs.list(['cancelled'], 1);
  await a.studio.change([again], () => ledger.transaction(() => retry(false)(ledger, again)));
  await expect.poll(() => states(a), wait).toEqual({ cancelled: 2, done: 2 });
});
