import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo } from '#electron/demo/types.ts';
import { resolveRecipe } from '#electron/intake/admit.ts';
import { checkApartFromData } from '#electron/ledger/data-folder.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { openStudio, type Studio, type StudioOptions } from '#electron/studio.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { besideStudios } from '../fixtures/beside-studios.ts';
import { value } from '../handlers/folder-desk.ts';
import { newFolder } from '../world/folder.ts';
import { eventually, jpeg } from './hot-desk.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function newRoot(): Promise<string> {
  const root = await newFolder('own-files');
  closing.push(() => rm(root, { recursive: true, force: true }));
  return root;
}

/** A data folder as a Darkslide that has ended leaves it. */
async function leaveDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  value(openLedger(folder, systemClock)).close();
}

/** A ledger in which these hot folders are armed, as an earlier version may have left it; their ids. */
function holdFolders(data: string, root: string, paths: readonly string[]): number[] {
  const ledger = value(openLedger(data, systemClock));
  const parsed = parseRecipe(plainRecipe);
  if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
  const saved = ledger.savedRecipes.add(parsed.recipe);
  const recipeId = ledger.jobs.recipe(parsed.recipe, 'identity');
  const ids = paths.map((path) => {
    const settings = { ...quickFolder, path, outFolder: join(root, 'out'), recipeId };
    return ledger.hotFolders.add(settings, saved.id, 'process').id;
  });
  ledger.close();
  return ids;
}

const quickFolder = {
  after: 'leave',
  subFolders: 'keep',
  settleMs: 100,
  rescanMs: 300,
  imagesPerDay: null,
  needsTickets: false,
} as const;

async function openWithDemo(
  dataFolder: string,
  keeps?: StudioOptions['keeps'],
): Promise<[Studio, Demo]> {
  const demo = await startDemo({
    folder: await newRoot(),
    render: 'quick',
    speed: { executionMs: 50, jitterMs: 0 },
  });
  closing.push(() => demo.close());
  const service = { url: demo.url, key: demo.key };
  const studio = value(
    await openStudio(
      { dataFolder, service, startHelper: besideStudios({}), ...(keeps && { keeps }) },
      () => {},
    ),
  );
  closing.push(() => studio.stop());
  studio.start();
  return [studio, demo];
}

function watch(studio: Studio, path: string, outFolder: string, existing: 'process' | 'skip') {
  const parsed = parseRecipe({ ...plainRecipe, name: outFolder });
  if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
  const { recipe } = parsed;
  const settings = { ...quickFolder, path, outFolder };
  return resolveRecipe(recipe, path).then((resolved) =>
    studio.watch(settings, value(resolved), { existing }),
  );
}

function sumOfJobs({ ledger }: Studio): number {
  return Object.values(ledger.jobs.count()).reduce((sum, n) => sum + n, 0);
}

describe('a hot folder and a data folder', () => {
  it.each([
    ['is it', 'data'],
    ['contains it', '.'],
    ['lies inside it', 'data/previews'],
    ['reaches it through dots', 'other/../data'],
    ['is a link to it', 'link'],
    ['lies inside that of another user', 'foreign/previews'],
    ['is that of a window that only opened the demo', 'window'],
    ['will contain it', 'later', 'later/below/data'],
    ['will be inside it, in another case', 'Later/Data/in', 'Later/data'],
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

  it('A5 allows folders side by side, and the folder of the samples', async () => {
    const root = await newRoot();
    await leaveDataFolder(join(root, 'data'));
    for (const name of ['photos', 'data/Drop', 'database']) {
      await mkdir(join(root, name), { recursive: true });
      expect(await checkApartFromData(join(root, name), join(root, 'data')), name).toEqual({
        ok: true,
      });
    }
    await mkdir(join(root, 'data/Results'));
    await rm(join(root, 'data/Drop'), { recursive: true });
    await symlink(join(root, 'data/Results'), join(root, 'data/Drop'));
    const linked = await checkApartFromData(join(root, 'data/Drop'), join(root, 'data'));
    expect(linked.ok, 'a link in its place').toBe(false);
  });

  it.each(['process', 'skip'] as const)(
    'A5 buys one photo once when a data folder appears in a watched home folder (%s)',
    async (existing) => {
      const root = await newRoot();
      const home = join(root, 'home');
      await mkdir(home);
      if (existing === 'process') await writeFile(join(home, 'a.jpg'), await jpeg(7, 600));
      const [studio, demo] = await openWithDemo(join(root, 'data'));
      value(await watch(studio, home, join(root, 'out'), existing));
      if (existing === 'skip') await writeFile(join(home, 'a.jpg'), await jpeg(7, 600));
      await eventually(() => expect(studio.ledger.jobs.count().done).toBe(1));

      // another Darkslide, in a folder that the user chose: its pictures are no photos
      const [other, otherDemo] = await openWithDemo(join(home, 'Darkslide'));
      await mkdir(join(home, 'Darkslide/Drop'));
      await writeFile(join(home, 'Darkslide/Drop/b.jpg'), await jpeg(9, 600));
      value(
        await watch(
          other,
          join(home, 'Darkslide/Drop'),
          join(home, 'Darkslide/Results'),
          'process',
        ),
      );
      await eventually(() => expect(other.ledger.jobs.count().done).toBe(1));
      await cp(join(root, 'out'), join(home, 'Darkslide/previews'), { recursive: true });
      // only a photo that comes later shows that all before it was looked at
      await writeFile(join(home, 'z.jpg'), await jpeg(11, 600));
      await eventually(() => expect(studio.ledger.jobs.count().done).toBe(2));
      await writeFile(join(home, 'zz.jpg'), await jpeg(13, 600));
      await eventually(() => expect(studio.ledger.jobs.count().done).toBe(3));
      expect(sumOfJobs(studio)).toBe(3);
      expect(demo.books().executions).toHaveLength(3);
      expect(otherDemo.books().executions).toHaveLength(1);
    },
  );

  it('A5 F69 never takes the results of another hot folder below a watched folder for photos', async () => {
    const root = await newRoot();
    const [home, inbox] = [join(root, 'home'), join(root, 'in')];
    await mkdir(home);
    await mkdir(inbox);
    const [studio, demo] = await openWithDemo(join(root, 'data'));
    value(await watch(studio, inbox, join(home, 'Delivered'), 'process'));
    value(await watch(studio, home, join(root, 'out'), 'process'));
    await writeFile(join(inbox, 'a.jpg'), await jpeg(7, 600));
    await eventually(() => expect(studio.ledger.jobs.count().done).toBe(1));
    for (const n of [1, 2]) {
      await writeFile(join(home, `z${n}.jpg`), await jpeg(9 * n, 600));
      await eventually(() => expect(studio.ledger.jobs.count().done).toBe(1 + n));
    }
    expect(sumOfJobs(studio)).toBe(3);
    expect(demo.books().executions).toHaveLength(3);
  });

  it('A5 watches no overlapping folder that the ledger holds, says why and goes on with the rest', async () => {
    const root = await newRoot();
    const data = join(root, 'home', 'data');
    const paths = [join(root, 'home'), join(data, 'inside'), join(root, 'drop')];
    for (const path of paths) await mkdir(path, { recursive: true });
    const ids = holdFolders(data, root, paths);
    for (const path of paths) await writeFile(join(path, 'a.jpg'), await jpeg(7, 600));
    const [studio, demo] = await openWithDemo(data, { askAbove: () => 50 });
    await eventually(() => expect(studio.ledger.jobs.count().done).toBe(1));
    const states = () =>
      ids.map((id) => [
        studio.hotFolders.keeping(id).state,
        studio.hotFolders.keeping(id).problem?.code,
      ]);
    const refused = ['stopped', 'folder-in-data'];
    await eventually(() => expect(states()).toEqual([refused, refused, ['watching', undefined]]));
    expect(sumOfJobs(studio)).toBe(1);
    expect(demo.books().executions).toHaveLength(1);
  });

  it('A5 stops watching a folder that becomes a data folder, and says why', async () => {
    const root = await newRoot();
    const home = join(root, 'home');
    await mkdir(home);
    const [studio, demo] = await openWithDemo(join(root, 'data'));
    const { id } = value(await watch(studio, home, join(root, 'out'), 'process'));
    await leaveDataFolder(home);
    await writeFile(join(home, 'a.jpg'), await jpeg(7, 600));
    await eventually(() => {
      expect(studio.hotFolders.keeping(id)).toMatchObject({
        state: 'stopped',
        problem: { code: 'folder-in-data' },
      });
    });
    expect(demo.books().executions).toHaveLength(0);
  });
});
