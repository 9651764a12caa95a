import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { executes, untilWatched, wait } from './folder-stations.ts';
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
