import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import type { ProblemCode } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import { changedRecipes, paddedRecipes } from './new-recipes.ts';
import { resolveRecipe } from './recipe-files.ts';
import { plainFolder } from '../../test/fixtures/hot-folder.ts';

const photo = 'a'.repeat(64);

async function place(): Promise<{ folder: string; ledger: Ledger }> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-recipes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  onTestFinished(() => opened.value.close());
  return { folder, ledger: opened.value };
}

function recipe(more: object = {}): Recipe {
  const parsed = parseRecipe({
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff' },
    ...more,
  });
  if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
  return parsed.recipe;
}

async function failedJob(
  ledger: Ledger,
  of: Recipe,
  code: ProblemCode,
  hotFolderId: number | null = null,
): Promise<number> {
  const resolved = await resolveRecipe(of, '/');
  if (!resolved.ok) throw new Error(resolved.problem.message);
  const { identity } = resolved.value;
  const { id } = ledger.jobs.admit({
    photoId: ledger.photos.know({ sha256: photo, bytes: 1 }),
    recipeId: ledger.jobs.recipe(of, identity),
    identity,
    hotFolderId,
    source: '/photos/long.jpg',
    name: 'long.jpg',
    outFolder: '/out',
    subFolder: '',
    priority: 0,
  });
  ledger.jobs.end(id, 'failed', { code, message: 'It failed.' });
  return id;
}

/** A hot folder that runs a saved recipe. */
function watch(ledger: Ledger, of: Recipe) {
  const saved = ledger.savedRecipes.add(of);
  const folder = ledger.hotFolders.add(
    {
      path: '/photos',
      recipeId: ledger.jobs.recipe(of, 'watched'),
      outFolder: '/out',
      ...plainFolder,
    },
    saved.id,
    'process',
  );
  return { saved, folder };
}

describe('the padded recipe', () => {
  it('B9 is that of the job and nothing else, for a photo that is too long', async () => {
    const { ledger } = await place();
    const { saved, folder } = watch(ledger, recipe());
    const id = await failedJob(ledger, recipe(), 'photo-too-long', folder.id);
    const padded = (await paddedRecipes(ledger, [id])).get(id);
    expect(padded).toMatchObject({ value: { recipe: { prepare: { pad: '#ffffff' } } } });
    expect(ledger.savedRecipes.get(saved.id)?.recipe.prepare.pad).toBeNull();
    const other = await failedJob(
      ledger,
      recipe({ prepare: { gps: 'keep', pad: '#000000' } }),
      'photo-misfit',
    );
    const refused = (await paddedRecipes(ledger, [other, 99])).values();
    expect([...refused]).toMatchObject([
      { problem: { code: 'padding-not-needed' } },
      { problem: { code: 'job-not-found' } },
    ]);
  });

  it('B9 is refused when the mask is no longer the one that the job was taken in with', async () => {
    const { folder, ledger } = await place();
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
  it('B9 is the saved one of the hot folder as it is now', async () => {
    const { ledger } = await place();
    const { saved, folder } = watch(ledger, recipe());
    const id = await failedJob(ledger, recipe(), 'mask-shape', folder.id);
    expect(ledger.queue.standings([id])).toMatchObject([{ isRecipeChanged: false }]);
    const changed = recipe({ prepare: { pad: '#eeeeee' } });
    ledger.savedRecipes.change(saved.id, saved.revision, changed);
    ledger.hotFolders.runs(folder.id, ledger.jobs.recipe(changed, 'changed'));
    expect(ledger.queue.standings([id])).toMatchObject([{ isRecipeChanged: true }]);
    expect((await changedRecipes(ledger, [id])).get(id)).toMatchObject({
      value: { recipe: { prepare: { pad: '#eeeeee' } } },
    });
  });

  it('B9 is nothing for work by hand, nor for a photo with a ticket of its own', async () => {
    const { ledger } = await place();
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
      ticket: 'b'.repeat(64),
    });
    expect([...(await changedRecipes(ledger, [byHand, ticketed])).values()]).toMatchObject([
      { problem: { code: 'recipe-not-saved' } },
      { problem: { code: 'job-has-ticket' } },
    ]);
    expect(ledger.queue.standings([byHand, ticketed])).toMatchObject([
      { isRecipeChanged: false, count: 2 },
    ]);
  });
});
