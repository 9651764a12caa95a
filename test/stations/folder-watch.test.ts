import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { answerDrop } from '#electron/app/hot-folders/answer-drop.ts';
import { folderCards } from '#electron/app/hot-folders/cards.ts';
import { cancel, retry } from '#electron/engine/queue/change-jobs.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { codeOf, valueOf } from '../fixtures/values.ts';
import { changeAll, executes, states, untilWatched, wait } from './folder-stations.ts';
import { shareFolder, type FolderStation } from './shared-folder.ts';
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

it('photos that a user cancels are not bought if another station watches their folder now', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const first = await folder.open('A', 'none');
  await untilWatched(first);
  await folder.drop(2);
  const rows = 'SELECT DISTINCT work.state, name FROM work JOIN stations ON id = offered_by';
  await expect.poll(() => world.shared.sql('SELECT state FROM work'), wait).toHaveLength(2);
  const b = await folder.open('B', 'none');
  await first.stop();
  await untilWatched(b);
  expect(await world.shared.sql(rows)).toEqual([{ state: 'offered', name: 'B' }]);
  const a = await folder.open('A', 'none');
  await changeAll(a, cancel);
  await expect
    .poll(() => world.shared.sql(rows), wait)
    .toEqual([{ state: 'withdrawn', name: 'B' }]);
  await expect.poll(() => states(b), wait).toEqual({ cancelled: 2 });
});

it('a photo that a user cancelled before it was offered is not bought by the next station', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const offers = 'EXECUTE ON FUNCTION darkslide.offer_work FROM darkslide_station';
  await world.shared.sql(`REVOKE ${offers}`);
  await folder.drop(1);
  await expect.poll(() => states(a), wait).toEqual({ waiting: 1 });
  await changeAll(a, cancel);
  await world.shared.sql(`GRANT ${offers.replace('FROM', 'TO')}`);
  await expect
    .poll(() => world.shared.sql('SELECT state FROM work'), wait)
    .toEqual([{ state: 'withdrawn' }]);
  const b = await folder.open('B', 'all');
  await a.stop();
  await untilWatched(b);
  await folder.drop(1);
  await expect.poll(() => states(b), wait).toEqual({ cancelled: 1, done: 1 });
  expect(executes(world)).toBe(1);
});

it('a station that can no longer reach a shared hot folder lets another one watch it', async () => {
  const world = await openStations(server, { leaseSeconds: 9 });
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  const mount = join(world.folder, 'mount');
  await symlink(folder.root, mount);
  const b = await folder.open('B', 'all', {}, { disk: mount });
  await a.stop();
  await untilWatched(b);
  const c = await folder.open('C', 'none');
  await rm(mount);
  await untilWatched(c);
  expect(b.studio.exchange?.mayWatch(b.folderId)).toBe(false);
});

it('a station stops watching a folder that a link leads out of the shared folders', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'all');
  await untilWatched(a);
  const drop = join(folder.root, 'drop');
  const outside = join(world.folder, 'private');
  await folder.drop(1);
  await expect.poll(() => states(a), wait).toEqual({ done: 1 });
  await rename(drop, outside);
  await symlink(outside, drop);
  await expect.poll(() => a.studio.exchange?.mayWatch(a.folderId), wait).toBe(false);
  const away = { state: 'unreachable', problem: { code: 'folder-unreachable' } };
  await expect.poll(() => folderCards(a.studio, null), wait).toMatchObject([away]);
  await rm(drop);
  await rename(outside, drop);
  await untilWatched(a);
});

it.each([
  ['is not mounted there', false],
  ['cannot be written there', true],
])('a worker gives photos back if their output folder %s', async (_, isFile) => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const results = join(folder.root, 'out');
  const a = await folder.open('A', 'none', {}, { results });
  await untilWatched(a);
  const broken = join(world.folder, 'mount');
  await mkdir(broken);
  const b = await folder.open('B', 'all', {}, { results: broken });
  a.studio.pauseAll();
  await folder.drop(3);
  const changes = () =>
    world.shared.sql<{ at: Date }>('SELECT changed_at AS at FROM work ORDER BY number');
  await expect.poll(changes, wait).toHaveLength(3);
  const before = await changes();
  await rm(broken, { recursive: true });
  if (isFile) await writeFile(broken, '');
  a.studio.resumeAll();
  // the worker has taken the photos
  await expect.poll(async () => isDeepStrictEqual(await changes(), before), wait).toBe(false);
  await folder.open('C', 'all', {}, { results });
  await expect.poll(() => states(a), wait).toEqual({ done: 3 });
  expect(await folder.filesIn('out')).toHaveLength(3);
  expect(
    await stat(broken).then(
      (found) => found.isDirectory(),
      () => false,
    ),
  ).toBe(false);
  expect(states(b)['held'] ?? 0).toBe(0);
});

it('the answer to a large drop is refused at a station that does not watch the folder, and counts at the one that does', async () => {
  const world = await openStations(server, { leaseSeconds: 9 });
  const folder = await shareFolder(world);
  const asks = { keeps: { askAbove: () => 0 } };
  const a = await folder.open('A', 'own', asks);
  await untilWatched(a);
  await folder.drop(2);
  const asked = ({ studio, folderId }: FolderStation) =>
    studio.ledger.largeDrops.waiting(folderId, 1).photos;
  await expect.poll(() => asked(a), wait).toBe(2);
  const b = await folder.open('B', 'own', asks);
  await world.cutOff('A');
  await untilWatched(b);
  await expect.poll(() => asked(b), wait).toBe(2);
  await expect.poll(() => a.studio.hotFolders.status(a.folderId).state, wait).toBe('starting');
  expect(codeOf(answerDrop(a.studio, a.folderId, { answer: 'take', last: null }))).toBe(
    'drop-elsewhere',
  );
  await world.reconnect('A');
  const watchedBy = () => a.studio.exchange?.watcherOf(a.folderId);
  await expect.poll(watchedBy, wait).toBe('B');
  expect(answerDrop(a.studio, a.folderId, { answer: 'skip', last: null })).toMatchObject({
    problem: { key: 'drop-elsewhere', values: { station: 'B' } },
  });
  valueOf(answerDrop(b.studio, b.folderId, { answer: 'take', last: null }));
  await expect.poll(() => folder.filesIn('drop', 'Processed'), wait).toHaveLength(2);
  expect(executes(world)).toBe(2);
});
