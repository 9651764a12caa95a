import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cancel, retry } from '#electron/engine/queue/change-jobs.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { changeAll, executes, states, untilWatched, wait } from './folder-stations.ts';
import { shareFolder } from './shared-folder.ts';
import { openStations } from './stations.ts';

const server = await sharedPostgres();

it('files that a user skipped stay skipped if the next station takes over the folder before its disk is mounted', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world, 'skip');
  await folder.drop(2);
  const skipped = await folder.filesIn('drop');
  const a = await folder.open('A', 'own');
  await untilWatched(a);
  const b = await folder.open('B', 'all');
  const mounted = join(folder.root, 'mounted');
  await rename(join(folder.root, 'drop'), mounted);
  await mkdir(join(folder.root, 'drop'));
  await a.stop();
  await untilWatched(b);
  // the disk is mounted, and a new photo arrives
  for (const name of await readdir(mounted)) {
    await rename(join(mounted, name), join(folder.root, 'drop', name));
  }
  await folder.drop(1);
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toContain('photo-003.png');
  expect((await folder.filesIn('drop')).toSorted()).toEqual(skipped.toSorted());
  expect(executes(world)).toBe(1);
  expect(await world.shared.sql('SELECT path FROM skipped_files')).toHaveLength(2);
});

it('photos that a user cancelled are not bought by the next station that watches their folder', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  a.studio.pauseAll();
  await folder.drop(2);
  const inStudio = async () =>
    (await world.shared.sql<{ state: string }>('SELECT state FROM work')).map(({ state }) => state);
  await expect.poll(inStudio, wait).toEqual(['offered', 'offered']);
  await changeAll(a, cancel);
  await expect.poll(inStudio, wait).toEqual(['withdrawn', 'withdrawn']);
  const b = await folder.open('B', 'all');
  await a.stop();
  await untilWatched(b);
  await folder.drop(1);
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toEqual(['photo-003.png']);
  await expect.poll(() => states(b), wait).toEqual({ cancelled: 2, done: 1 });
  expect(executes(world)).toBe(1);
  // a user of this station wants them after all
  await changeAll(b, retry(false), 'cancelled');
  await expect.poll(() => states(b), wait).toEqual({ done: 3 });
  await expect.poll(() => folder.filesIn('drop'), wait).toEqual([]);
  expect(executes(world)).toBe(3);
});
