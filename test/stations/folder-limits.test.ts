import { expect, it } from 'vitest';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { executes, states, untilWatched, wait } from './folder-stations.ts';
import { shareFolder } from './shared-folder.ts';
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
  // each of the others has asked for its part of the limit and was refused
  const refused = { code: 'spending-limit', values: { of: 'folder', per: 'day', limit: 3 } };
  await expect.poll(waiting, wait).toMatchObject([refused, refused, refused]);
  await expect.poll(() => states(a), wait).toEqual({ done: 3, waiting: 3 });
  expect(executes(world)).toBe(3);
  const bought = await world.shared.sql(
    `SELECT name, sum(images)::integer AS images FROM claims c JOIN stations s ON s.id = c.station
     WHERE c.state = 'bought' GROUP BY 1 ORDER BY 1`,
  );
  expect(bought).toEqual([
    { name: 'A', images: 2 },
    { name: 'B', images: 1 },
  ]);
});
