import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { success } from '#shared/problem.ts';
import { exportRecipe, parseRecipe } from '#shared/recipe.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { ledgerIn } from '../../../test/fixtures/new-ledger.ts';
import { sessionIn } from '../../../test/handlers/session-in.ts';
import { imagesOf } from '../../engine/intake/images-of.ts';
import type { Session } from './session.ts';
import { firstRecipes } from './first-recipes.ts';

let folder: string;
let session: Session;

beforeEach(async () => {
  folder = await ownFolder('first-recipes');
});

async function start(): Promise<void> {
  session = await sessionIn(folder, {
    service: { url: 'http://127.0.0.1:9/openapi/v1', key: 'k' },
  });
  onTestFinished(() => session.stop());
}

const saved = () => session.studio().ledger.savedRecipes.all();
const names = () => saved().map(({ recipe }) => recipe.name);

describe('a real account', () => {
  it('B14 starts with three valid recipes for 1 image each', async () => {
    await start();
    expect(names()).toEqual(['Product scene', 'Transparent cut-out', 'White background']);
    for (const recipe of firstRecipes) {
      expect(parseRecipe(JSON.parse(exportRecipe(recipe)))).toEqual(success(recipe));
      expect(imagesOf(recipe)).toBe(1);
      expect(recipe.params).toMatchObject({ batchCount: 1 });
    }
  });

  it('B14 does not add a recipe again after the user removed or changed it', async () => {
    await start();
    const [scene, cutOut, white] = saved();
    if (scene === undefined || cutOut === undefined || white === undefined) throw new Error();
    const { savedRecipes } = session.studio().ledger;
    savedRecipes.remove(scene.id);
    savedRecipes.change(white.id, white.revision, { ...white.recipe, name: 'Shop' });
    await session.stop();
    await start();
    expect(names()).toEqual(['Shop', 'Transparent cut-out']);
    for (const { id } of saved()) session.studio().ledger.savedRecipes.remove(id);
    await session.stop();
    await start();
    expect(names()).toEqual([]);
  });

  it('B14 keeps a saved recipe that has the name of a first recipe', async () => {
    const white = firstRecipes.find(({ name }) => name === 'White background')!;
    const own = { ...white, params: { ...white.params, batchCount: 2 } };
    const ledger = ledgerIn(folder);
    ledger.savedRecipes.add(own);
    ledger.close();
    await start();
    expect(names()).toEqual(['Product scene', 'Transparent cut-out', 'White background']);
    expect(saved().map(({ recipe }) => recipe)).toContainEqual(own);
  });
});
