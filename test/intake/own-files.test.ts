import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo } from '#electron/demo/types.ts';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import { checkApartFromData } from '#electron/adapters/ledger/data-folder.ts';
import { openStudio, type Studio, type StudioOptions } from '#electron/studio.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { besideStudios } from '../fixtures/beside-studios.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { newFolder } from '../world/folder.ts';
import { eventually, jpeg } from './hot-folder-harness.ts';
import { accessIn, uncheckedFolder } from '../fixtures/permitted.ts';
import { prepareWatch } from '#electron/app/hot-folders/watch.ts';

async function newRoot(): Promise<string> {
  const root = await newFolder('own-files');
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

/** Creates a data folder with a closed ledger, as Darkslide leaves it. */
async function leaveDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  ledgerIn(folder).close();
}

/**
 * Creates a ledger in which these hot folders are watched, as an earlier version may have left it; returns
 * their ids.
 */
function holdFolders(data: string, root: string, paths: readonly string[]): number[] {
  const ledger = ledgerIn(data);
  const recipe = recipeOf(plainRecipe);
  const saved = ledger.savedRecipes.add(recipe);
  const recipeId = ledger.jobs.recipe(recipe, 'identity');
  const ids = paths.map((path) => {
    const settings = { ...quickFolder, path, outFolder: join(root, 'out'), recipeId };
    return ledger.hotFolders.add(uncheckedFolder(settings), saved.id, 'process').id;
  });
  ledger.close();
  return ids;
}

const quickFolder = { ...plainFolder, settleMs: 100, rescanMs: 300 };

async function openWithDemo(
  dataFolder: string,
  keeps?: StudioOptions['keeps'],
): Promise<[Studio, Demo]> {
  const speed = { executionMs: 50, jitterMs: 0 };
  const demo = await startDemo({ folder: await newRoot(), render: 'quick', speed });
  onTestFinished(() => demo.close());
  const service = { url: demo.url, key: demo.key };
  const access = accessIn(dataFolder);
  const options = {
    dataFolder,
    access,
    service,
    startHelper: besideStudios({}),
    ...(keeps && { keeps }),
  };
  const studio = valueOf(await openStudio(options, () => {}));
  onTestFinished(() => studio.stop());
  studio.start();
  return [studio, demo];
}

async function watch(
  studio: Studio,
  path: string,
  outFolder: string,
  existing: 'process' | 'skip' = 'process',
) {
  const recipe = valueOf(await resolveRecipe(recipeOf({ ...plainRecipe, name: outFolder }), path));
  const settings = { ...quickFolder, path, outFolder };
  const prepared = valueOf(await prepareWatch(studio, settings, recipe));
  return valueOf(await studio.watch(prepared, recipe, { existing }));
}

/** Puts a photo into a folder; the content depends on `number`. */
const put = async (folder: string, name: string, number: number) =>
  writeFile(join(folder, name), await jpeg(number, 600));

const untilDone = ({ ledger }: Studio, done: number) =>
  eventually(() => expect(ledger.jobs.count().done).toBe(done));

/** Expects this number of done jobs, no other jobs, and no other purchases. */
function expectOnly({ ledger }: Studio, demo: Demo, jobs: number): void {
  const { done, ...others } = ledger.jobs.count();
  expect([done, ...Object.values(others)].filter(Boolean)).toEqual([jobs]);
  expect(demo.records().executions).toHaveLength(jobs);
}

describe('a hot folder and a data folder', () => {
  it.each([
    ['is it', 'data'],
    ['contains it', '.'],
    ['is inside the data folder', 'data/previews'],
    ['is the data folder, written with dots', 'other/../data'],
    ['is a link to the data folder', 'link'],
    ['is inside the data folder of another user', 'foreign/previews'],
    ['is the data folder of a window that has only opened the demo', 'window'],
    ['will contain the data folder', 'later', 'later/below/data'],
    ['will be inside the data folder, in another case', 'Later/Data/in', 'Later/data'],
  ])('A5 refuses a hot folder that %s', async (_, name, data = 'data') => {
    const root = await newRoot();
    for (const folder of ['data', 'foreign', 'window/demo']) {
      await leaveDataFolder(join(root, folder));
      await mkdir(join(root, folder, 'previews'));
    }
    await mkdir(join(root, 'other'));
    await mkdir(join(root, 'later'));
    await symlink(join(root, 'data'), join(root, 'link'));
    const checked = await checkApartFromData(`${root}/${name}`, join(root, data));
    expect(checked).toMatchObject({ ok: false, problem: { code: 'folder-in-data' } });
  });

  it('A5 allows folders that don’t overlap, and the folder of the sample photos', async () => {
    const root = await newRoot();
    await leaveDataFolder(join(root, 'data'));
    const check = (name: string) => checkApartFromData(join(root, name), join(root, 'data'));
    for (const name of ['photos', 'data/Drop', 'database']) {
      await mkdir(join(root, name), { recursive: true });
      expect(await check(name), name).toEqual({ ok: true });
    }
    await mkdir(join(root, 'data/Results'));
    await rm(join(root, 'data/Drop'), { recursive: true });
    await symlink(join(root, 'data/Results'), join(root, 'data/Drop'));
    expect((await check('data/Drop')).ok, 'a link in place of the folder').toBe(false);
  });

  it.each(['process', 'skip'] as const)(
    'A5 buys each photo once, and no file of another data folder that appears in a watched home folder (%s)',
    async (existing) => {
      const root = await newRoot();
      const home = join(root, 'home');
      await mkdir(home);
      if (existing === 'process') await put(home, 'a.jpg', 7);
      const [studio, demo] = await openWithDemo(join(root, 'data'));
      await watch(studio, home, join(root, 'out'), existing);
      if (existing === 'skip') await put(home, 'a.jpg', 7);
      await untilDone(studio, 1);

      // another Darkslide uses a data folder inside the watched folder; its pictures must not count as photos
      const [other, otherDemo] = await openWithDemo(join(home, 'Darkslide'));
      await mkdir(join(home, 'Darkslide/Drop'));
      await put(home, 'Darkslide/Drop/b.jpg', 9);
      await watch(other, join(home, 'Darkslide/Drop'), join(home, 'Darkslide/Results'), 'process');
      await untilDone(other, 1);
      await cp(join(root, 'out'), join(home, 'Darkslide/previews'), { recursive: true });
      // waits until later photos are done, because then all earlier files have been checked
      await put(home, 'z.jpg', 11);
      await untilDone(studio, 2);
      await put(home, 'zz.jpg', 13);
      await untilDone(studio, 3);
      expectOnly(studio, demo, 3);
      expect(otherDemo.records().executions).toHaveLength(1);
    },
  );

  it('A5 F69 never treats the results of another hot folder inside a watched folder as photos', async () => {
    const root = await newRoot();
    const [home, inbox] = [join(root, 'home'), join(root, 'in')];
    await mkdir(home);
    await mkdir(inbox);
    const [studio, demo] = await openWithDemo(join(root, 'data'));
    await watch(studio, inbox, join(home, 'Delivered'));
    await watch(studio, home, join(root, 'out'));
    await put(inbox, 'a.jpg', 7);
    await untilDone(studio, 1);
    for (const n of [1, 2]) {
      await put(home, `z${n}.jpg`, 9 * n);
      await untilDone(studio, 1 + n);
    }
    expectOnly(studio, demo, 3);
  });

  it('A5 doesn’t watch a folder in the ledger that overlaps the data folder, says why, and continues with the others', async () => {
    const root = await newRoot();
    const data = join(root, 'home', 'data');
    const paths = [join(root, 'home'), join(data, 'inside'), join(root, 'drop')];
    for (const path of [...paths, join(root, 'out')]) await mkdir(path, { recursive: true });
    const ids = holdFolders(data, root, paths);
    for (const path of paths) await put(path, 'a.jpg', 7);
    const [studio, demo] = await openWithDemo(data, { askAbove: () => 50 });
    await untilDone(studio, 1);
    const states = () =>
      ids
        .map((id) => studio.hotFolders.status(id))
        .map(({ state, problem }) => [state, problem?.code]);
    const refused = ['stopped', 'folder-in-data'];
    await eventually(() => expect(states()).toEqual([refused, refused, ['watching', undefined]]));
    expectOnly(studio, demo, 1);
  });

  it('A5 stops watching a folder that becomes a data folder, and says why', async () => {
    const root = await newRoot();
    const home = join(root, 'home');
    await mkdir(home);
    const [studio, demo] = await openWithDemo(join(root, 'data'));
    const { id } = await watch(studio, home, join(root, 'out'));
    await leaveDataFolder(home);
    await put(home, 'a.jpg', 7);
    await eventually(() => {
      const stopped = { state: 'stopped', problem: { code: 'folder-in-data' } };
      expect(studio.hotFolders.status(id)).toMatchObject(stopped);
    });
    expect(demo.records().executions).toHaveLength(0);
  });
});
