import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { beginCreation } from '../models/begin.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { valueOf } from '../fixtures/values.ts';
import { openStations, type StationsWorld, type TestStation } from './stations.ts';

const server = await sharedPostgres();

/** Starts to create a custom model on a station, always the same model; returns functions for the creation. */
async function create({ studio }: TestStation) {
  const path = lightPhotograph('lipstick-rouge.jpg');
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  const draft = { kind: 'model', name: 'Ada', photos: [{ path, sha256 }] } as const;
  const id = valueOf(await beginCreation(studio, draft));
  const row = () => studio.ledger.creations.get(id);
  return {
    again: () => studio.customModels.again(id),
    until: async (state: string, code: string | null = null) => {
      const now = () => [row()?.state, row()?.problem?.code ?? null];
      await expect.poll(now).toEqual([state, code]);
    },
  };
}

const made = ({ demo }: StationsWorld) => demo.records().requests['custom-model-create'] ?? 0;

it('a custom model is created by one station, and by a second station only if the user there insists', async () => {
  const world = await openStations(server);
  const [a, b] = await Promise.all([world.open('A'), world.open('B')]);
  const ofA = await create(a);
  await ofA.until('created');
  const claims = () => world.shared.sql('SELECT state, executions FROM claims');
  await expect.poll(claims).toEqual([{ state: 'bought', executions: [expect.any(String)] }]);
  const ofB = await create(b);
  await ofB.until('stopped', 'own-elsewhere');
  expect(made(world)).toBe(1);
  ofB.again();
  await ofB.until('created');
  expect(made(world)).toBe(2);
});

it('a custom model that a lost station may have created is not created again automatically', async () => {
  const world = await openStations(server, { leaseSeconds: 3 });
  const a = await world.open('A');
  await a.stop();
  const b = await world.open('B');
  // simulates that A was killed after it had claimed the creation
  await world.shared.sql(
    `INSERT INTO claims (photo, purchase, run, station, fence, job, job_run, state, task,
      images, day) SELECT photo, purchase, 1, id, fence, 1, 1, 'open', '', 0, now() FROM stations,
      (VALUES ($1, 'custom model')) AS made (photo, purchase) WHERE name = 'A'`,
    [await photoKey()],
  );
  const ofB = await create(b);
  await ofB.until('stopped', 'own-elsewhere');
  expect(made(world)).toBe(0);
});

/** Returns the identity that a claim has for the model's photo, as `creationRequest` computes it. */
async function photoKey(): Promise<string> {
  const content = await readFile(lightPhotograph('lipstick-rouge.jpg'));
  const sha256 = createHash('sha256').update(content).digest('hex');
  return createHash('sha256').update(sha256).digest('hex');
}
