import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import { retry } from '#electron/engine/queue/change-jobs.ts';
import { anyRecipe } from '../fixtures/fresh-ledger.ts';
import { startPostgres } from '../fixtures/postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { openStations, type StationsWorld } from './stations.ts';

const server = await startPostgres();
afterAll(() => server.close());

/** Creates photos with different content. */
async function photosIn({ folder }: StationsWorld, count: number): Promise<string[]> {
  const shoot = join(folder, 'shoot');
  await mkdir(shoot, { recursive: true });
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const file = join(shoot, `photo-${at}.png`);
      const background = { r: 40 + at, g: 120, b: 60 };
      await sharp({ create: { width: 600, height: 600, channels: 3, background } }).toFile(file);
      return file;
    }),
  );
}

const executes = ({ demo }: StationsWorld) => demo.records().requests['execute'] ?? 0;

it('two stations that run the same photos buy each photo once', async () => {
  const world = await openStations(server);
  const photos = await photosIn(world, 6);
  const [a, b] = await Promise.all([world.open('A'), world.open('B')]);
  const [ofA, ofB] = await Promise.all([a.run(photos), b.run(photos.toReversed())]);
  const ends = [await a.until(ofA, 'done', 'held'), await b.until(ofB, 'done', 'held')].flat();
  expect(executes(world)).toBe(6);
  expect(ends.filter((state) => state === 'done')).toHaveLength(6);
  const held = [a, b].flatMap(({ studio: { ledger } }, at) =>
    (at === 0 ? ofA : ofB).flatMap((id) => {
      const { state, problem } = valueOf(ledger.jobs.load(id));
      return state === 'held' ? [problem] : [];
    }),
  );
  expect(held).toHaveLength(6);
  expect(new Set(held.map((problem) => problem?.code))).toEqual(new Set(['bought-elsewhere']));
  const files = await Promise.all(
    ['A', 'B'].map((name) => readdir(join(world.folder, name, 'out'))),
  );
  expect(files.flat()).toHaveLength(6);
});

it('a user can decide to buy again what another station has bought', async () => {
  const world = await openStations(server);
  const [photo = ''] = await photosIn(world, 1);
  const a = await world.open('A');
  await a.until(await a.run([photo]), 'done');
  const b = await world.open('B');
  const jobs = await b.run([photo]);
  expect(await b.until(jobs, 'held', 'done')).toEqual(['held']);
  expect(executes(world)).toBe(1);
  const { ledger } = b.studio;
  const [job = 0] = jobs;
  expect(retry(false)(ledger, job)).toMatchObject({ problem: { code: 'bought-elsewhere' } });
  await b.studio.change(jobs, () => ledger.transaction(() => valueOf(retry(true)(ledger, job))));
  expect(await b.until(jobs, 'done')).toEqual(['done']);
  expect(executes(world)).toBe(2);
});

it('a photo whose purchase waits for a decision at another station says so, and continues once it was made', async () => {
  const world = await openStations(server);
  const [photo = ''] = await photosIn(world, 1);
  world.demo.inject({ on: 'image', kind: 'server-error' });
  const [a, b] = await Promise.all([world.open('A'), world.open('B')]);
  const [job = 0] = await a.run([photo]);
  const claims = () => world.shared.sql('SELECT state, needs_person FROM claims');
  await expect.poll(claims).toEqual([{ state: 'finished', needs_person: false }]);
  const [waiting = 0] = await b.run([photo]);
  const problem = () => valueOf(b.studio.ledger.jobs.load(waiting)).problem;
  await expect.poll(() => problem()?.key).toBe('claimed-elsewhere');

  const { ledger } = a.studio;
  await a.studio.change([job], () => {
    ledger.jobs.end(job, 'held', problemOf('execution-unknown', { name: 'photo' }));
  });
  // sooner than the next attempt without a notification
  await expect
    .poll(problem, { timeout: 10_000 })
    .toMatchObject({ key: 'claimed-elsewhere.held', values: { station: 'A' } });
  world.demo.clearFaults();
  await a.studio.change([job], () => ledger.transaction(() => valueOf(retry(false)(ledger, job))));
  await a.until([job], 'done');
  await b.until([waiting], 'held');
  expect(problem()).toMatchObject({ code: 'bought-elsewhere' });
  expect(executes(world)).toBe(1);
});

it('no station buys what another station bought before joining the studio', async () => {
  const world = await openStations(server);
  const [photo = ''] = await photosIn(world, 1);
  const alone = await world.open('A');
  await alone.until(await alone.run([photo]), 'done');
  await alone.stop();
  // simulates that A has worked alone until now
  await world.shared.sql('DELETE FROM claims');
  await world.shared.sql('DELETE FROM spent');
  const a = await world.open('A');
  await expect
    .poll(() => world.shared.sql('SELECT state FROM claims'))
    .toEqual([{ state: 'bought' }]);
  await a.stop();
  const b = await world.open('B');
  expect(await b.until(await b.run([photo]), 'held', 'done')).toEqual(['held']);
  expect(executes(world)).toBe(1);
});

it('while the database is unreachable, paid images are delivered and nothing is bought; later, all work resumes', async () => {
  const world = await openStations(server, {}, { speed: { executionMs: 1500, jitterMs: 0 } });
  const photos = await photosIn(world, 4);
  const a = await world.open('A');
  const [first = '', ...others] = photos;
  const paid = await a.run([first]);
  await expect.poll(() => executes(world)).toBe(1);
  await server.stop();
  const waiting = await a.run(others);
  expect(await a.until(paid, 'done')).toEqual(['done']);
  await expect
    .poll(() => a.studio.closedGates().map(({ gate, problem }) => [gate, problem.code]))
    .toContainEqual(['studio', expect.stringMatching(/^st(udio-unreachable|ation-lease-lost)$/)]);
  expect(executes(world)).toBe(1);
  await server.start();
  expect(await a.until(waiting, 'done')).toEqual(['done', 'done', 'done']);
  expect(executes(world)).toBe(4);
  await expect
    .poll(() =>
      world.shared.sql("SELECT count(*)::integer AS n FROM claims WHERE state = 'bought'"),
    )
    .toEqual([{ n: 4 }]);
});

it('a recipe that one station saves, changes and removes reaches an open station immediately', async () => {
  const world = await openStations(server);
  const [a, b] = await Promise.all([world.open('A'), world.open('B')]);
  const namesAt = ({ studio }: typeof b) =>
    studio.ledger.savedRecipes.all().map(({ recipe }) => recipe.name);
  const { savedRecipes } = a.studio.ledger;
  const { id, revision, recipe } = savedRecipes.add(anyRecipe('White'));
  await expect.poll(() => namesAt(b)).toEqual(['White']);
  savedRecipes.change(id, revision, { ...recipe, name: 'Snow' });
  await expect.poll(() => namesAt(b)).toEqual(['Snow']);
  savedRecipes.remove(id);
  await expect.poll(() => namesAt(b)).toEqual([]);
});

it.each([
  ['damaged', (file: string) => writeFile(file, '{"format": 1}')],
  ['missing', (file: string) => rm(file)],
])('a station whose station file is %s buys nothing', async (_case, spoil) => {
  const world = await openStations(server);
  const [photo = ''] = await photosIn(world, 1);
  const a = await world.open('A');
  await a.stop();
  await copyFile(photo, join(world.folder, 'copy.png'));
  await spoil(join(world.folder, 'A', 'station.json'));
  const spoiled = await world.open('A');
  await spoiled.run([photo]);
  await expect
    .poll(() => spoiled.studio.closedGates().map(({ problem }) => problem.code))
    .toEqual(['station-file']);
  expect(executes(world)).toBe(0);
});
