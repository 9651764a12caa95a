import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Recipe } from '#shared/recipe.ts';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import {
  hotFolderStudio,
  never,
  type HotFolderStudio,
} from '../../../test/fixtures/hot-folder-studio.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { addHotFolder } from './add.ts';
import { editHotFolder } from './edit.ts';
import { foreseeHotFolder } from './foresee.ts';
import { rememberForeseen } from './foresight.ts';

const add = (studio: HotFolderStudio, draft: HotFolderDraft, foresight = rememberForeseen()) =>
  addHotFolder(studio, foresight, { draft, existing: 'process' }, never);

it('saves a hot folder and starts watching it', async () => {
  const studio = await hotFolderStudio();
  const draft = await studio.draft('drop', { imagesPerDay: 7 });
  const added = valueOf(await add(studio, { ...draft, path: `${draft.path}/` }));
  expect(added).toMatchObject({ ...draft, armed: true, asksDrops: true, skipsExisting: false });
  expect(studio.ledger.hotFolders.saved()).toEqual([added]);
  expect(studio.done).toEqual([`refresh ${added.id}`, 'wake']);
});

it('does not ask again about photos that the preview counted, and asks about every later drop', async () => {
  const studio = await hotFolderStudio();
  const draft = await studio.draft('drop');
  const foresight = rememberForeseen();
  foresight.write(draft, 2);
  const { id } = valueOf(await add(studio, draft, foresight));
  const { largeDrops } = studio.ledger;
  expect([largeDrops.useGrant(id), largeDrops.useGrant(id), largeDrops.useGrant(id)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(foresight.take(draft)).toBe(0);
});

it('refuses a recipe that is missing or that the folder already runs', async () => {
  const studio = await hotFolderStudio();
  const draft = await studio.draft('drop');
  valueOf(await add(studio, draft));
  const gone = { problem: { code: 'recipe-unknown', parameter: 'savedRecipeId' } };
  expect(await add(studio, { ...draft, savedRecipeId: 999 })).toMatchObject(gone);
  expect(codeOf(await add(studio, draft))).toBe('folder-in-folder');
  expect(studio.ledger.hotFolders.saved()).toHaveLength(1);
});

it('refuses a recipe that buys what another recipe of the folder buys, also in the preview and when edited', async () => {
  const studio = await hotFolderStudio();
  const { recipe } = studio.recipe;
  const saveRecipe = (name: string, change: Partial<Recipe>) =>
    studio.ledger.savedRecipes.add({ ...recipe, name, ...change }).id;
  const forShops = saveRecipe('Shops', { delivery: { ...recipe.delivery, finish: ['ebay-main'] } });
  const padded = saveRecipe('Padded', { prepare: { ...recipe.prepare, pad: '#000000' } });
  const draft = await studio.draft('drop');
  valueOf(await add(studio, draft));
  const twin = { ...draft, savedRecipeId: forShops };
  const refused = {
    problem: { key: 'folder-in-folder.purchase', values: { recipe: 'Shops', other: 'White' } },
  };
  expect(await add(studio, twin)).toMatchObject(refused);
  expect(
    await foreseeHotFolder(studio, rememberForeseen(), { draft: twin, id: null }, never),
  ).toMatchObject(refused);
  const { id, revision } = valueOf(await add(studio, { ...draft, savedRecipeId: padded }));
  expect(await editHotFolder(studio, { id, revision, draft: twin }, never)).toMatchObject(refused);
  expect(studio.ledger.hotFolders.saved()).toHaveLength(2);
});

it('saves nothing and creates no folder if the policy doesn’t allow the folder', async () => {
  const studio = await hotFolderStudio((root) => ({
    folders: { within: [join(root, 'studio')] },
  }));
  const draft = await studio.draft('drop');
  expect(codeOf(await add(studio, draft))).toBe('managed-folder');
  expect(studio.ledger.hotFolders.all()).toEqual([]);
  expect(existsSync(draft.outFolder)).toBe(false);
  expect(studio.done).toEqual([]);
});
