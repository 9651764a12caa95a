import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { ProblemCode } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { recipeOf, valueOf } from '../../../test/fixtures/values.ts';
import { changedRecipes, paddedRecipes } from './new-recipes.ts';
import { resolveRecipe } from './recipe-files.ts';
import { uncheckedFolder } from '../../../test/fixtures/permitted.ts';

const recipe = (more: object = {}) => recipeOf({ ...plainRecipe, ...more });

async function failedJob(
  ledger: Ledger,
  of: Recipe,
  code: ProblemCode,
  hotFolderId: number | null = null,
): Promise<number> {
  const { identity } = valueOf(await resolveRecipe(of, '/'));
  const recipeId = ledger.jobs.recipe(of, identity);
  const id = takeIn(ledger, { name: 'long.jpg', recipeId, identity, hotFolderId });
  ledger.jobs.end(id, 'failed', { code, message: 'It failed.' });
  return id;
}

/** Adds a hot folder that runs a saved recipe. */
function watch(ledger: Ledger, of: Recipe) {
  const saved = ledger.savedRecipes.add(of);
  const recipeId = ledger.jobs.recipe(of, 'watched');
  const settings = { path: '/photos', recipeId, outFolder: '/out', ...plainFolder };
  return { saved, folder: ledger.hotFolders.add(uncheckedFolder(settings), saved.id, 'process') };
}

describe('the padded recipe', () => {
  it('B9 is the job’s recipe with padding, for a photo that is too long', async () => {
    const { ledger } = await freshLedger();
    const { saved, folder } = watch(ledger, recipe());
    const id = await failedJob(ledger, recipe(), 'photo-too-long', folder.id);
    const padded = (await paddedRecipes(ledger, [id])).get(id);
    expect(padded).toMatchObject({ value: { recipe: { prepare: { pad: '#ffffff' } } } });
    expect(ledger.savedRecipes.get(saved.id)?.recipe.prepare.pad).toBeNull();
    const padding = recipe({ prepare: { gps: 'keep', pad: '#000000' } });
    const other = await failedJob(ledger, padding, 'photo-misfit');
    const refused = (await paddedRecipes(ledger, [other, 99])).values();
    expect([...refused]).toMatchObject([
      { problem: { code: 'padding-not-needed' } },
      { problem: { code: 'job-not-found' } },
    ]);
  });

  it('B9 is refused if the mask is no longer the one that the job was admitted with', async () => {
    const { folder, ledger } = await freshLedger();
    const mask = join(folder, 'mask.png');
    await writeFile(mask, 'one');
    const masked = recipe({ params: { maskType: 'custom', backgroundHex: '#ffffff' }, mask });
    const id = await failedJob(ledger, masked, 'photo-too-long');
    expect((await paddedRecipes(ledger, [id])).get(id)).toMatchObject({ ok: true });
    await writeFile(mask, 'another');
    expect((await paddedRecipes(ledger, [id])).get(id)).toMatchObject({
      problem: { code: 'inputs-changed' },
    });
  });
});

describe('the changed recipe', () => {
  it('B9 is the current saved recipe of the hot folder', async () => {
    const { ledger } = await freshLedger();
    const { saved, folder } = watch(ledger, recipe());
    const id = await failedJob(ledger, recipe(), 'mask-shape', folder.id);
    expect(ledger.queue.jobCounts([id])).toMatchObject([{ isRecipeChanged: false }]);
    const changed = recipe({ prepare: { pad: '#eeeeee' } });
    ledger.savedRecipes.change(saved.id, saved.revision, changed);
    ledger.hotFolders.runs(folder.id, ledger.jobs.recipe(changed, 'changed'));
    expect(ledger.queue.jobCounts([id])).toMatchObject([{ isRecipeChanged: true }]);
    expect((await changedRecipes(ledger, [id])).get(id)).toMatchObject({
      value: { recipe: { prepare: { pad: '#eeeeee' } } },
    });
  });

  it('B9 does not exist for photos the user added, nor for a photo with its own ticket', async () => {
    const { ledger } = await freshLedger();
    const { folder } = watch(ledger, recipe());
    const byHand = await failedJob(ledger, recipe(), 'mask-shape');
    const own = recipe({ params: { maskType: 'autoSubjectSegment', backgroundHex: '#000000' } });
    const ticketed = await failedJob(ledger, own, 'mask-shape', folder.id);
    ledger.sightings.write(folder.id, {
      path: 'long.jpg',
      bytes: 1,
      mtimeMs: 1,
      inode: '1',
      outcome: 'admitted',
      jobId: ticketed,
      code: null,
      message: null,
      said: null,
      ticket: 'b'.repeat(64),
    });
    expect([...(await changedRecipes(ledger, [byHand, ticketed])).values()]).toMatchObject([
      { problem: { code: 'recipe-not-saved' } },
      { problem: { code: 'job-has-ticket' } },
    ]);
    expect(ledger.queue.jobCounts([byHand, ticketed])).toMatchObject([
      { isRecipeChanged: false, count: 2 },
    ]);
  });
});
