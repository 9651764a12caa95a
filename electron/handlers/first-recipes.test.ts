import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportRecipe, parseRecipe } from '#shared/recipe.ts';
import { imagesOf } from '../intake/images-of.ts';
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
});
