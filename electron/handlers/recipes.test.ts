import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openFolderDesk,
  problemOf,
  value,
  type FolderDesk,
} from '../../test/handlers/folder-desk.ts';
import { plainRecipe } from '../../test/fixtures/plain-recipe.ts';

describe('saved recipes', () => {
  let desk: FolderDesk;
  beforeAll(async () => {
    desk = await openFolderDesk();
  });
  afterAll(() => desk.close());

  const save = (id: number | null, revision: number | null, recipe: unknown) =>
    desk.call('recipes.save', { id, revision, recipe });

  it('are saved, listed by name with what they buy, and saved over', async () => {
    const grey = await desk.recipe('Grey');
    const blue = await desk.recipe('Blue', {
      agent: 'aiproduct',
      params: {
        generatedContent: 'freeCreation',
        maskType: 'autoSubjectSegment',
        textDescription: 'on blue cloth',
        batchCount: 3,
      },
    });
    expect(blue).toMatchObject({ revision: 1, images: 3, hotFolders: [] });
    expect(value(await desk.call('recipes.all', {}))).toEqual([blue, grey]);
    const darker = { ...grey.recipe, name: 'Darker grey' };
    const again = value(await save(grey.id, grey.revision, darker));
    expect(again).toMatchObject({ id: grey.id, revision: 2, recipe: darker });
    // by the one who saw only the first
    expect(await problemOf(save(grey.id, grey.revision, grey.recipe))).toMatchObject({
      code: 'edited-elsewhere',
    });
    expect(await problemOf(save(grey.id, null, grey.recipe))).toMatchObject({
      code: 'edited-elsewhere',
    });
  });

  it('are refused with the first thing that is wrong', async () => {
    for (const [recipe, parameter] of [
      [{ ...plainRecipe, name: '  ' }, 'name'],
      [{ ...plainRecipe, name: 'x'.repeat(101) }, 'name'],
      [{ ...plainRecipe, params: { ...plainRecipe.params, batchCount: 99 } }, 'batchCount'],
      [{ ...plainRecipe, delivery: { name: '../{name}' } }, 'delivery.name'],
      [{ ...plainRecipe, mask: 'masks/oval.png' }, 'mask'],
    ] as const) {
      expect(await problemOf(save(null, null, recipe)), JSON.stringify(recipe)).toMatchObject({
        parameter,
      });
    }
    for (const recipe of [null, 7, 'removeBG', [], {}, { agent: 'nobody' }]) {
      expect((await problemOf(save(null, null, recipe))).message).not.toBe('');
    }
  });

  it('do not share a name, whatever its case and spaces', async () => {
    const warm = await desk.recipe('Été');
    for (const name of ['Été', ' ÉTÉ ', 'E\u0301te\u0301']) {
      expect(await problemOf(save(null, null, { ...plainRecipe, name }))).toMatchObject({
        code: 'recipe-name-taken',
        parameter: 'name',
      });
    }
    // its own name is nobody else's
    value(await save(warm.id, 1, { ...plainRecipe, name: 'été' }));
  });

  it('are kept while a drop folder runs them, and are gone afterwards', async () => {
    const used = await desk.recipe('Used');
    const folder = await desk.add(await desk.draft('drop', used));
    const all = value(await desk.call('recipes.all', {}));
    expect(all.find(({ id }) => id === used.id)?.hotFolders).toEqual([folder.id]);
    const refused = await problemOf(desk.call('recipes.remove', { id: used.id }));
    expect(refused.code).toBe('recipe-in-use');
    expect(refused.message).toContain('"drop"');
    value(await desk.call('folders.remove', { id: folder.id }));
    value(await desk.call('recipes.remove', { id: used.id }));
    expect(await problemOf(save(used.id, 1, used.recipe))).toMatchObject({
      code: 'recipe-unknown',
    });
    expect(await problemOf(desk.call('recipes.remove', { id: used.id }))).toMatchObject({
      code: 'recipe-unknown',
    });
  });

  it('a mask that is gone stops the folder with the reason until it is back', async () => {
    const recipe = await desk.recipe('Masked', {
      params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
      mask: await desk.put('mask.png', Buffer.from('a mask')),
    });
    const { id } = await desk.add(await desk.draft('masked', recipe));
    await desk.until(id, { state: 'watching' });
    const { ledger } = desk.studio();
    value(await save(recipe.id, 1, { ...recipe.recipe, mask: `${desk.root}/gone.png` }));
    await desk.until(id, { state: 'stopped', problem: { code: 'file-missing' } });
    expect(ledger.hotFolders.get(id)?.armed).toBe(true);
    await desk.put('gone.png', Buffer.from('another mask'));
    await desk.until(id, { state: 'watching', problem: null });
  });
});
