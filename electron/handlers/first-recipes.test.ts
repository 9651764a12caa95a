import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportRecipe, parseRecipe } from '#shared/recipe.ts';
import { imagesOf } from '../intake/images-of.ts';
import { systemClock } from '../base/clock.ts';
import { openLedger } from '../ledger/open.ts';
import { sessionSecrets } from '../settings/secrets.ts';
import { openDesk, type Desk } from './desk.ts';
import { firstRecipes } from './first-recipes.ts';

let folder: string;
let desk: Desk;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-first-recipes-'));
  await start();
});
afterEach(async () => {
  await desk.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const opened = await openDesk({
    dataFolder: folder,
    service: { url: 'http://127.0.0.1:9/openapi/v1', key: 'k' },
    secrets: sessionSecrets(),
    env: {},
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  desk = opened.value;
}

const saved = () => desk.studio().ledger.savedRecipes.all();
const names = () => saved().map(({ recipe }) => recipe.name);

describe('a real account', () => {
  it('B14 begins with three recipes that the catalogue takes, of 1 image each', () => {
    expect(names()).toEqual(['Product scene', 'Transparent cut-out', 'White background']);
    for (const recipe of firstRecipes) {
      expect(parseRecipe(JSON.parse(exportRecipe(recipe)))).toEqual({ recipe });
      expect(imagesOf(recipe)).toBe(1);
      expect(recipe.params).toMatchObject({ batchCount: 1 });
    }
  });

  it('B14 does not get a recipe again that was removed or changed', async () => {
    const [scene, cutOut, white] = saved();
    if (scene === undefined || cutOut === undefined || white === undefined) throw new Error();
    const { savedRecipes } = desk.studio().ledger;
    savedRecipes.remove(scene.id);
    savedRecipes.change(white.id, white.revision, { ...white.recipe, name: 'Shop' });
    await desk.stop();
    await start();
    expect(names()).toEqual(['Shop', 'Transparent cut-out']);
    for (const { id } of saved()) desk.studio().ledger.savedRecipes.remove(id);
    await desk.stop();
    await start();
    expect(names()).toEqual([]);
  });

  it('B14 keeps a recipe that has the name of a first one, as the command line may have saved it', async () => {
    await desk.stop();
    await rm(folder, { recursive: true });
    await mkdir(folder);
    const opened = openLedger(folder, systemClock);
    const white = firstRecipes.find(({ name }) => name === 'White background');
    if (!opened.ok || white === undefined) throw new Error();
    const own = { ...white, params: { ...white.params, batchCount: 2 } };
    opened.value.savedRecipes.add(own);
    opened.value.close();
    await start();
    expect(names()).toEqual(['Product scene', 'Transparent cut-out', 'White background']);
    expect(saved().map(({ recipe }) => recipe)).toContainEqual(own);
  });
});
