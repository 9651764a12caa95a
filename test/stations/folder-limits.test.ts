import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { executes, states, untilWatched, wait } from './folder-stations.ts';
import { addSharedFolder, makeDisk, shareFolder } from './shared-folder.ts';
import { openStations } from './stations.ts';

const server = await sharedPostgres();

it('two stations together keep the daily limit of a shared hot folder', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world, 'process', { imagesPerDay: 3 });
  const a = await folder.open('A', 'own');
  await untilWatched(a);
  await folder.drop(2);
  await expect.poll(() => states(a), wait).toEqual({ done: 2 });
  // from now on, A only watches the folder, and B takes the photos
  await a.studio.exchange?.drain();
  const b = await folder.open('B', 'all');
  await folder.drop(4);
  const { ledger } = b.studio;
  const waiting = () =>
    ledger.jobs.list(['waiting'], 10).map((id) => valueOf(ledger.jobs.load(id)).problem);
  // one of the others waits for the limit here, and the rest is given back
  const refused = { code: 'spending-limit', values: { of: 'folder', per: 'day', limit: 3 } };
  await expect.poll(waiting, wait).toMatchObject([refused]);
  await expect.poll(() => ledger.sharedWork.inHand(), wait).toHaveLength(1);
  await expect.poll(() => states(a), wait).toEqual({ done: 3, waiting: 3 });
  expect(executes(world)).toBe(3);
  const bought = `SELECT name, sum(images)::integer AS images FROM claims c
    JOIN stations s ON s.id = c.station WHERE c.state = 'bought' GROUP BY 1 ORDER BY 1`;
  // a station reports its claims after its photos
  await expect
    .poll(() => world.shared.sql(bought), wait)
    .toEqual([
      { name: 'A', images: 2 },
      { name: 'B', images: 1 },
    ]);
});

/** A worker that takes at most two photos. */
const small = { limits: { inFlight: 1, cores: 1 } };

it('a shared hot folder at its limit does not keep a worker from processing another', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world, 'process', { imagesPerDay: 1 });
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const b = await folder.open('B', 'all', small);
  await folder.drop(4);
  await expect.poll(() => states(a), wait).toEqual({ done: 1, waiting: 3 });
  const other = await makeDisk(join(folder.root, 'other'), 50);
  const id = addSharedFolder(a.studio.ledger, other);
  a.studio.hotFolders.refresh(id);
  await other.drop(3);
  await expect.poll(() => states(a), wait).toEqual({ done: 4, waiting: 3 });
  await expect.poll(() => b.studio.ledger.sharedWork.inHand(), wait).toHaveLength(1);
  expect(executes(world)).toBe(4);
});

it('a worker that is paused gives back the photos that have not begun', async () => {
  const world = await openStations(server, {}, { speed: { executionMs: 1500, jitterMs: 0 } });
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const b = await folder.open('B', 'all', small);
  await folder.drop(4);
  await expect.poll(() => executes(world), wait).toBeGreaterThan(0);
  b.studio.pauseAll();
  await folder.open('C', 'all');
  await expect.poll(() => states(a), wait).toEqual({ done: 4 });
  expect(executes(world)).toBe(4);
});
