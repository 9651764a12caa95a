import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import { runWith } from '#electron/engine/queue/change-recipe.ts';
import type { JobChange } from '#electron/engine/queue/change-jobs.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { executes, states, untilWatched, wait } from './folder-stations.ts';
import { shareFolder, type FolderStation } from './shared-folder.ts';
import { openStations, type StationsWorld } from './stations.ts';

const server = await sharedPostgres();

/** With the seed of the stations, the first execution brings no image, and the next ones do. */
const firstFails = { failures: { execution: 0.5 } };
const params = { ...plainRecipe.params, backgroundHex: '#000000' };
const black = valueOf(await resolveRecipe(recipeOf({ ...plainRecipe, params }), '/'));

/** Runs the failed job of a station with another recipe, as its window does. */
function fix({ studio }: FolderStation): Promise<Outcome<JobChange>> {
  const { ledger } = studio;
  const [job = 0] = ledger.jobs.list(['failed'], 1);
  const change = runWith(new Map([[job, success(black)]]), 'changes', [job]);
  return studio.change([job], () => ledger.transaction(() => change(ledger, job)));
}

const failedJob = ({ studio: { ledger } }: FolderStation) => {
  const [job = 0] = ledger.jobs.list(['failed'], 1);
  return valueOf(ledger.jobs.load(job));
};

/** Waits until the station has moved the photo of its failed job, and has recorded that. */
async function untilMoved(station: FolderStation): Promise<void> {
  const moved = join('Failed', 'photo-001.png');
  await expect.poll(() => failedJob(station).source, wait).toContain(moved);
}

/** Returns the states and problems of all photos, as the stations share them. */
async function ended({ shared }: StationsWorld): Promise<readonly string[]> {
  const sql = `SELECT state || ' ' || coalesce(outcome #>> '{problem,code}', 'null') AS state FROM work ORDER BY 1`;
  return (await shared.sql<{ state: string }>(sql)).map(({ state }) => state);
}

it('a photo that its station bought in vain is offered again as a new job, which is bought once', async () => {
  const world = await openStations(server, {}, firstFails);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'own');
  await untilWatched(a);
  await folder.drop(1);
  await expect.poll(() => states(a), wait).toEqual({ failed: 1 });
  expect(failedJob(a).problem?.code).toBe('execution-failed');
  await untilMoved(a);
  const b = await folder.open('B', 'all');
  expect(await fix(a)).toMatchObject({ value: { means: 'replaces' } });
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(1);
  expect(states(a)).toEqual({ cancelled: 1, done: 1 });
  expect(executes(world)).toBe(2);
  expect(await folder.filesIn('out')).toHaveLength(1);
  expect(states(b)['held'] ?? 0).toBe(0);
  const claims = await world.shared.sql('SELECT DISTINCT purchase FROM claims');
  expect(claims).toHaveLength(2);
  // the other stations do not know the job that replaced the failed one
  await expect.poll(() => ended(world), wait).toEqual(['done null', 'failed execution-failed']);
  await a.stop();
  await untilWatched(b);
  expect(states(b)['held'] ?? 0).toBe(0);
});

/** Opens station A, which watches the folder, and worker B, which buys a photo of it in vain. */
async function boughtAtWorker() {
  const world = await openStations(server, {}, firstFails);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const b = await folder.open('B', 'all');
  await folder.drop(1);
  await expect.poll(() => states(a), wait).toEqual({ failed: 1 });
  await untilMoved(a);
  return { world, folder, a, b };
}

it('a photo that a worker bought in vain is fixed at the station that offered it, and not at the worker', async () => {
  const { world, folder, a, b } = await boughtAtWorker();
  expect(await fix(b)).toMatchObject({ problem: { key: 'job-sent.station' } });
  expect(states(b)).toEqual({ failed: 1 });
  valueOf(await fix(a));
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(1);
  expect(states(a)).toEqual({ done: 1 });
  expect(states(b)).toEqual({ failed: 1, done: 1 });
  expect(executes(world)).toBe(2);
});

it('a worker that now watches the folder of a photo that it bought in vain fixes the photo', async () => {
  const { world, folder, a, b } = await boughtAtWorker();
  await a.stop();
  await untilWatched(b);
  // this station does not know where the other one has moved the photo
  const drop = join(folder.root, 'drop');
  await rename(join(drop, 'Failed', 'photo-001.png'), join(drop, 'photo-001.png'));
  await untilMoved(b);
  expect(await fix(b)).toMatchObject({ value: { means: 'replaces' } });
  await expect.poll(() => states(b), wait).toEqual({ cancelled: 1, done: 1 });
  expect(executes(world)).toBe(2);
});
