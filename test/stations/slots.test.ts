import { expect, it } from 'vitest';
import { retry } from '#electron/engine/queue/change-jobs.ts';
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

const twoPhotos = ['watch-steel.jpg', 'lipstick-rouge.jpg'].map(lightPhotograph);

it('more photos than the account may execute at the same time can be sent again after an outage', async () => {
  const world = await openStations(server, { inFlight: 1 });
  const a = await world.open('A');
  const { ledger } = a.studio;
  const jobs = await loseRequests(world, a, twoPhotos);
  const before = executes(world);
  await a.studio.change(jobs, () =>
    ledger.transaction(() => jobs.map((id) => valueOf(retry(true)(ledger, id)))),
  );
  expect(await a.until(jobs, 'done')).toEqual(['done', 'done']);
  expect(executes(world)).toBe(before + 2);
});
