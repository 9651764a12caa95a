import { expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import { retry } from '#electron/engine/queue/change-jobs.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { changeAll } from './folder-stations.ts';
import { openStations, type StationsWorld } from './stations.ts';
import { shareFolder, type FolderStation } from './shared-folder.ts';

const server = await sharedPostgres();

const wait = { timeout: 90_000 };

const executes = ({ demo }: StationsWorld) => demo.records().requests['execute'] ?? 0;

/** Returns the number of claims in each state. */
const claims = ({ shared }: StationsWorld) =>
  shared.sql('SELECT state, count(*)::integer AS n FROM claims GROUP BY 1');

const untilWatched = async ({ studio, folderId }: FolderStation) => {
  await expect.poll(() => studio.hotFolders.status(folderId).state, wait).toBe('watching');
};

/** Lets station B buy photos whose images it cannot download. */
async function buyWithoutImages(photos: number) {
  const world = await openStations(server, { leaseSeconds: 9 });
  const folder = await shareFolder(world);
  await folder.drop(photos);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  world.demo.inject({ on: 'image', kind: 'server-error' });
  const b = await folder.open('B', 'all');
  await expect.poll(() => claims(world), wait).toEqual([{ state: 'finished', n: photos }]);
  return { world, folder, a, b };
}

it('what a lost station has paid for is delivered by another station, and only once, even if the lost station returns', async () => {
  const { world, folder, a, b } = await buyWithoutImages(2);
  await world.cutOff('B');
  await b.stop();
  const c = await folder.open('C', 'all');
  await expect.poll(() => c.studio.ledger.sharedWork.inHand(), wait).toHaveLength(2);
  world.demo.clearFaults();
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(2);
  await expect.poll(() => a.studio.ledger.jobs.count(), wait).toMatchObject({ done: 2, held: 0 });

  await world.reconnect('B');
  const again = await folder.open('B', 'all');
  await expect.poll(() => again.studio.ledger.jobs.count(), wait).toMatchObject({ cancelled: 2 });
  expect(await folder.filesIn('out')).toHaveLength(2);
  expect(executes(world)).toBe(2);
  await expect.poll(() => claims(world), wait).toEqual([{ state: 'bought', n: 2 }]);
});

it('a photo that needs attention at the worker that bought it is resumed there if its user retries it elsewhere', async () => {
  const { world, folder, a, b } = await buyWithoutImages(1);
  const { ledger } = b.studio;
  const [job = 0] = ledger.jobs.list(['waiting', 'running'], 1);
  await b.studio.change([job], () => {
    ledger.jobs.end(job, 'held', problemOf('execution-unknown', { name: 'photo' }));
  });
  await expect.poll(() => a.studio.ledger.jobs.count(), wait).toMatchObject({ held: 1 });
  const c = await folder.open('C', 'all');
  world.demo.clearFaults();
  await changeAll(a, retry(false), 'held');
  await expect.poll(() => a.studio.ledger.jobs.count(), wait).toMatchObject({ done: 1 });
  expect(c.studio.ledger.sharedWork.inHand()).toEqual([]);
  expect(valueOf(ledger.jobs.load(job)).state).toBe('done');
  expect(executes(world)).toBe(1);
});

it('a purchase that a lost station made with a task that it has deleted is bought again once a user decides so', async () => {
  const world = await openStations(server);
  const photos = [lightPhotograph('watch-steel.jpg')];
  const a = await world.open('A');
  await a.until(await a.run(photos), 'done');
  await a.stop();
  // simulates that A was killed before it reported that the purchase has ended
  await world.shared.sql("UPDATE claims SET state = 'started', task = 'deleted'");
  await world.shared.sql("UPDATE stations SET lease_until = now() - interval '1 s'");
  const b = await world.open('B');
  const jobs = await b.run(photos);
  await b.until(jobs, 'held');
  const { ledger } = b.studio;
  const [job = 0] = jobs;
  expect(valueOf(ledger.jobs.load(job)).problem?.code).toBe('service-refused');
  await b.studio.change(jobs, () => ledger.transaction(() => valueOf(retry(true)(ledger, job))));
  await b.until(jobs, 'done');
  expect(executes(world)).toBe(2);
  await expect.poll(() => claims(world), wait).toEqual([{ state: 'bought', n: 1 }]);
});
