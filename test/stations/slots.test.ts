import { expect, it } from 'vitest';
import { cancel, retry, type Change } from '#electron/engine/queue/change-jobs.ts';
import { problemOf } from '#shared/failure.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { openStations, type StationsWorld, type TestStation } from './stations.ts';

const server = await sharedPostgres();

const wait = { timeout: 60_000 };

const executes = ({ demo }: StationsWorld) => demo.records().requests['execute'] ?? 0;

/** Lets requests get lost, one photo after the other, and holds their jobs as after the doubt window. */
async function loseRequests(world: StationsWorld, { studio, run }: TestStation, photos: string[]) {
  const { ledger } = studio;
  world.demo.inject({ on: 'execute', kind: 'server-error' });
  const jobs = await run(photos);
  const isInDoubt = (id: number) =>
    ledger.executions.ofJob(id).some(({ state }) => state === 'doubt');
  const left = new Set(jobs);
  while (left.size > 0) {
    await expect.poll(() => [...left].some(isInDoubt), wait).toBe(true);
    const lost = [...left].filter(isInDoubt);
    await studio.change(lost, () =>
      ledger.transaction(() => {
        for (const id of lost)
          ledger.jobs.end(id, 'held', problemOf('execution-unknown', { name: 'photo' }));
      }),
    );
    for (const id of lost) left.delete(id);
  }
  world.demo.clearFaults();
  return jobs;
}

const decide = ({ studio }: TestStation, jobs: readonly number[], change: Change) =>
  studio.change(jobs, () =>
    studio.ledger.transaction(() => jobs.map((id) => valueOf(change(studio.ledger, id)))),
  );

const claims = ({ shared }: StationsWorld) => shared.sql('SELECT state FROM claims ORDER BY state');

const twoPhotos = ['watch-steel.jpg', 'lipstick-rouge.jpg'].map(lightPhotograph);

it('the client of each station keeps to its part of the request rate', async () => {
  const world = await openStations(server, { leaseSeconds: 3 });
  await world.shared.sql('UPDATE studio SET requests_per_second = 12');
  const stations = [await world.open('A'), await world.open('B')];
  const renewals = () =>
    world.shared.sql<{ n: number }>('SELECT changes::integer AS n FROM stations');
  await expect.poll(async () => (await renewals()).filter(({ n }) => n > 2), wait).toHaveLength(2);
  const query = { agentName: 'aimodel', agentVersion: 'v1.0' };
  const times = await Promise.all(
    stations.map(async ({ studio }) => {
      const begun = performance.now();
      await Promise.all(Array.from({ length: 12 }, () => studio.service.info(query)));
      return performance.now() - begun;
    }),
  );
  // one second's worth at once, then 6 per second
  for (const time of times) expect(time).toBeGreaterThan(900);
});

it('more photos than the account may execute at the same time can be sent again after an outage', async () => {
  const world = await openStations(server, { inFlight: 1 });
  const a = await world.open('A');
  const jobs = await loseRequests(world, a, twoPhotos);
  const before = executes(world);
  await decide(a, jobs, retry(true));
  expect(await a.until(jobs, 'done')).toEqual(['done', 'done']);
  expect(executes(world)).toBe(before + 2);
});

it('the purchase of a cancelled job does not count against the concurrency limit and stays with its station, until it is sent again', async () => {
  const world = await openStations(server, { inFlight: 1 });
  const a = await world.open('A');
  const [photo = '', other = ''] = twoPhotos;
  const jobs = await loseRequests(world, a, [photo]);
  await decide(a, jobs, cancel);
  await expect.poll(() => claims(world), wait).toEqual([{ state: 'bought' }]);
  await a.until(await a.run([other]), 'done');
  const b = await world.open('B');
  expect(await b.until(await b.run([photo]), 'held')).toEqual(['held']);
  // the request is given up, too, before it is sent again
  await decide(a, jobs, retry(true));
  await decide(a, jobs, cancel);
  const states = [{ state: 'bought' }, { state: 'released' }];
  await expect.poll(() => claims(world), wait).toEqual(states);
});

it('a photo that a limit of its own station keeps waiting gives its earlier claim back', async () => {
  const world = await openStations(server);
  const a = await world.open('A', { limits: { imagesPerDay: 2 } });
  const [lost = '', other = ''] = twoPhotos;
  const jobs = await loseRequests(world, a, [lost]);
  await a.until(await a.run([other]), 'done');
  const both = [{ state: 'bought' }, { state: 'held' }];
  await expect.poll(() => claims(world), wait).toEqual(both);
  await a.studio.limit({ imagesPerDay: 1 });
  await decide(a, jobs, retry(true));
  const problem = () => valueOf(a.studio.ledger.jobs.load(jobs[0] ?? 0)).problem?.code;
  await expect.poll(problem, wait).toBe('spending-limit');
  const givenBack = [{ state: 'bought' }, { state: 'released' }];
  await expect.poll(() => claims(world), wait).toEqual(givenBack);
});

it('a photo that a limit of its own station keeps waiting claims nothing, so that it wakes no other photos', async () => {
  const world = await openStations(server);
  const a = await world.open('A', { limits: { imagesPerDay: 1 } });
  const [first = '', second = ''] = twoPhotos;
  await a.until(await a.run([first]), 'done');
  const [job = 0] = await a.run([second]);
  const problem = () => valueOf(a.studio.ledger.jobs.load(job)).problem?.code;
  await expect.poll(problem, wait).toBe('spending-limit');
  // other purchases are made and reported meanwhile
  const b = await world.open('B');
  await b.until(await b.run([lightPhotograph('handbag-cognac.jpg')]), 'done');
  const bought = [{ state: 'bought' }, { state: 'bought' }];
  await expect.poll(() => claims(world), wait).toEqual(bought);
  expect(problem()).toBe('spending-limit');
});
