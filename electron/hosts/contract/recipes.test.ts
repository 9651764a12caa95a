import { afterAll, describe, expect, it } from 'vitest';
import { openFolderSession } from '../../../test/handlers/folder-session.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';

const session = await openFolderSession(50, undefined, afterAll);

describe('saved recipes', () => {
  const save = (id: number | null, revision: number | null, recipe: unknown) =>
    session.ask('recipes.save', { id, revision, recipe });
  const notSaved = (id: number | null, revision: number | null, recipe: unknown) =>
    session.refused('recipes.save', { id, revision, recipe });

  it('are listed by name with their number of images, and overwritten only by an edit of the latest revision', async () => {
    const grey = await session.recipe('Grey');
    const kind = { generatedContent: 'freeCreation', maskType: 'autoSubjectSegment' };
    const params = { ...kind, textDescription: 'on blue cloth', batchCount: 3 };
    const blue = await session.recipe('Blue', { agent: 'aiproduct', params });
    expect(blue).toMatchObject({ revision: 1, images: 3, hotFolders: [] });
    expect(await session.ask('recipes.all', {})).toEqual([blue, grey]);
    const darker = { ...grey.recipe, name: 'Darker grey' };
    const again = await save(grey.id, grey.revision, darker);
    expect(again).toMatchObject({ id: grey.id, revision: 2, recipe: darker });
    // A window that knows only the first revision, or none, is refused.
    for (const revision of [grey.revision, null]) {
      expect((await notSaved(grey.id, revision, grey.recipe)).code).toBe('edited-elsewhere');
    }
  });

  it('are refused if they are invalid, and the invalid field is named', async () => {
    for (const [recipe, parameter] of [
      [{ ...plainRecipe, name: '  ' }, 'name'],
      [{ ...plainRecipe, name: 'x'.repeat(101) }, 'name'],
      [{ ...plainRecipe, params: { ...plainRecipe.params, batchCount: 99 } }, 'batchCount'],
      [{ ...plainRecipe, delivery: { name: '../{name}' } }, 'delivery.name'],
      [{ ...plainRecipe, mask: 'masks/oval.png' }, 'mask'],
    ] as const) {
      const refused = await notSaved(null, null, recipe);
      expect(refused, JSON.stringify(recipe)).toMatchObject({ parameter });
    }
    for (const recipe of [null, 7, 'removeBG', [], {}, { agent: 'nobody' }]) {
      expect((await notSaved(null, null, recipe)).message).not.toBe('');
    }
  });

  it('can’t have names that differ only in case, outer spaces or Unicode form', async () => {
    const warm = await session.recipe('Été');
    const taken = { code: 'recipe-name-taken', parameter: 'name' };
    for (const name of ['Été', ' ÉTÉ ', 'E\u0301te\u0301']) {
      expect(await notSaved(null, null, { ...plainRecipe, name })).toMatchObject(taken);
    }
    // a recipe does not conflict with its own name
    await save(warm.id, 1, { ...plainRecipe, name: 'été' });
  });

  it('can be removed only when no hot folder runs them', async () => {
    const used = await session.recipe('Used');
    const folder = await session.add(await session.draft('drop', used));
    const all = await session.ask('recipes.all', {});
    expect(all.find(({ id }) => id === used.id)?.hotFolders).toEqual([folder.id]);
    const notRemoved = () => session.refused('recipes.remove', { id: used.id });
    const message = expect.stringContaining('"drop"') as string;
    expect(await notRemoved()).toMatchObject({ code: 'recipe-in-use', message });
    await session.ask('folders.remove', { id: folder.id });
    await session.ask('recipes.remove', { id: used.id });
    expect((await notSaved(used.id, 1, used.recipe)).code).toBe('recipe-unknown');
    expect((await notRemoved()).code).toBe('recipe-unknown');
  });
});

it('a hot folder stops while its recipe’s mask file is missing, and continues when the file is back', async () => {
  const recipe = await session.recipe('Masked', {
    params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
    mask: await session.put('mask.png', Buffer.from('a mask')),
  });
  const { id } = await session.add(await session.draft('masked', recipe));
  await session.until(id, { state: 'watching' });
  const { ledger } = session.studio();
  const gone = { ...recipe.recipe, mask: `${session.root}/gone.png` };
  await session.ask('recipes.save', { id: recipe.id, revision: 1, recipe: gone });
  await session.until(id, { state: 'stopped', problem: { code: 'file-missing' } });
  expect(ledger.hotFolders.get(id)?.armed).toBe(true);
  await session.put('gone.png', Buffer.from('another mask'));
  await session.until(id, { state: 'watching', problem: null });
});
