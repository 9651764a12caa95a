import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { executes, states, untilWatched, wait } from './folder-stations.ts';
import { shareFolder, type FolderStation } from './shared-folder.ts';
import { openStations } from './stations.ts';

const server = await sharedPostgres();

/** The first scene in the list of the demo service, which accepts it for any account. */
const SCENE = 1001;
const inScene = recipeOf({
  name: 'Loft',
  agent: 'aimodel',
  params: {
    generatedContent: 'freeCreation',
    maskType: 'autoSubjectSegment',
    locationId: SCENE,
    batchCount: 1,
  },
});

/** Adds the scene to the account of a station, with what its card permits. */
function addScene({ studio: { ledger } }: FolderStation, permits: Partial<CustomModelNotes>): void {
  const scene = {
    id: SCENE,
    name: 'Our loft',
    cover: '',
    images: null,
    status: 'complete',
  } as const;
  ledger.customModels.told('scene', [scene], false);
  const blank = { localName: null, notes: '', tags: [], expires: null, clients: [], folders: [] };
  ledger.customModels.saveNotes('scene', SCENE, 0, { ...blank, ...permits });
}

const problemAt = ({ studio: { ledger } }: FolderStation) => {
  const [job = 0] = ledger.jobs.list(['held'], 1);
  return valueOf(ledger.jobs.load(job)).problem?.code;
};

it('a photo that its custom model may not be used for is held at its station, and no station buys it', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world, 'process', {}, inScene);
  const a = await folder.open('A', 'none');
  addScene(a, { folders: [join(folder.root, '..', 'private')] });
  await untilWatched(a);
  const b = await folder.open('B', 'all');
  await folder.drop(1);
  await expect.poll(() => states(a), wait).toEqual({ held: 1 });
  expect(problemAt(a)).toBe('own-not-allowed');
  expect([states(b), executes(world)]).toEqual([{}, 0]);
  expect(await world.shared.sql('SELECT state FROM work')).toEqual([]);
});

it('a worker that knows only a card that forbids a photo gives the photo back, and another station processes it', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world, 'process', {}, inScene);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const b = await folder.open('B', 'all');
  const card = { kind: 'scene', id: SCENE, name: null, clients: [], folders: [] } as const;
  b.studio.ledger.sharedCards.put('card', { ...card, expires: '2020-01-31' });
  await folder.drop(1);
  // taken and given back: the row was changed twice
  const changes = `SELECT n_tup_upd::integer AS n FROM pg_stat_user_tables WHERE relname = 'work'`;
  const count = async () => (await world.shared.sql<{ n: number }>(changes))[0]?.n;
  await expect.poll(count, wait).toBe(2);
  expect([states(b), executes(world)]).toEqual([{}, 0]);
  await folder.open('C', 'all');
  await expect.poll(() => states(a), wait).toEqual({ done: 1 });
  expect(executes(world)).toBe(1);
});
