import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

/** Writes a photo of this size next to the data folder. */
async function photo(name: string, width: number, height: number): Promise<string> {
  const path = join(window.folder, name);
  const create = { width, height, channels: 3, background: '#5a783c' } as const;
  await sharp({ create }).toFile(path);
  return path;
}

describe('a photo that is too long', () => {
  it('B9 is padded and run again on request, is bought once, and changes no recipe', async () => {
    const id = await window.admit(await photo('long.png', 4000, 600));
    await window.until(id, 'failed');
    expect(window.requests('upload')).toBe(0);
    // The photo was run by hand, so there is no hot folder whose recipe could be changed.
    expect(await window.ask('queue.job', { id })).toMatchObject({
      row: { problem: { code: 'photo-too-long' } },
      fixes: ['pad-photo'],
      savedRecipeId: null,
      answers: [{ action: 'cancel' }],
    });
    const jobs = { ids: [id] };
    expect(await window.ask('queue.effects', { jobs })).toMatchObject({ pad: 1, retry: 0 });
    const recipes = await window.ask('recipes.all', {});

    expect(await window.act('pad', id)).toMatchObject({ changed: 1, refused: 0 });
    await window.until(id, 'done');
    expect(window.bought()).toBe(1);
    expect(await window.ask('recipes.all', {})).toEqual(recipes);
    const { history } = await window.ask('queue.job', { id });
    expect(history.map(({ what }) => what)).toContain('run again with padding');

    const again = { changed: 0, problems: [{ code: 'job-not-retryable' }] };
    expect(await window.act('pad', id)).toMatchObject(again);
    expect(window.bought()).toBe(1);
  });

  it('B9 is the only photo in a selection that is padded; the others stay unchanged', async () => {
    const long = await window.admit(await photo('long.png', 4000, 600));
    const small = await window.admit(await photo('small.png', 200, 180));
    await window.until(long, 'failed');
    await window.until(small, 'failed');
    const jobs = { ids: [long, small] };
    expect(await window.ask('queue.effects', { jobs })).toMatchObject({ pad: 1 });
    const padded = { changed: 1, problems: [{ code: 'padding-not-needed' }] };
    expect(await window.act('pad', long, small)).toMatchObject(padded);
    await window.until(long, 'done');
    await window.until(small, 'failed');
  });
});

describe('a job that failed with its settings', () => {
  it('runs again with other settings, which no other job uses', async () => {
    const id = await window.admit(await photo('long.png', 4000, 600));
    await window.until(id, 'failed');
    const recipes = await window.ask('recipes.all', {});
    const { recipe, saved } = await window.ask('queue.fix', { id });
    expect(saved).toBeNull();
    expect(await window.ask('queue.job', { id })).toMatchObject({ mayChange: true });
    const run = (changed: unknown) => window.refused('queue.run-changed', { id, recipe: changed });
    expect(await run({ ...recipe, agent: 'none' })).toMatchObject({ code: 'agent-unknown' });
    // with the same settings it would fail again
    expect(await run(recipe)).toMatchObject({ code: 'photo-too-long' });

    const padded = { ...recipe, prepare: { ...recipe.prepare, pad: '#202020' } };
    await window.ask('queue.run-changed', { id, recipe: padded });
    await window.until(id, 'done');
    expect(window.bought()).toBe(1);
    expect(await window.ask('recipes.all', {})).toEqual(recipes);
    expect(await window.ask('queue.fix', { id })).toMatchObject({ recipe: padded });
    const { history, mayChange } = await window.ask('queue.job', { id });
    expect(history.map(({ what }) => what)).toContain('run again with other settings');
    expect(mayChange).toBe(false);
    expect(await run(recipe)).toMatchObject({ code: 'job-not-retryable' });
    expect(window.bought()).toBe(1);
  });
});

it('a job that is done offers the recipe if the recipe names a preset that does not exist', async () => {
  const recipe = { ...plainRecipe, delivery: { finish: ['gone'] } };
  const id = await window.admitAs(recipe);
  await window.until(id, 'done');
  expect(await window.ask('queue.job', { id })).toMatchObject({
    row: { problem: { code: 'finish-preset-unknown' } },
    fixes: ['open-recipe'],
    mayChange: false,
    answers: [],
  });
});

describe('a job of a photo that the user added', () => {
  it('B9 is opened in Retouch with its photo and settings', async () => {
    const path = await photo('small.png', 200, 180);
    const id = await window.admit(path);
    await window.until(id, 'failed');
    const shown = () => window.ask('retouch.filmstrip', { offset: 0, limit: 10 });
    const opened = await window.ask('retouch.open-job', { id });
    expect(opened).toMatchObject({
      recipe: { agent: 'removeBG', params: { backgroundHex: '#ffffff' } },
      problem: null,
    });
    expect((await shown()).rows).toMatchObject([{ id: opened.photo, name: 'small.png' }]);
    // The filmstrip contains the photo only once.
    expect(await window.ask('retouch.open-job', { id })).toEqual(opened);
    expect((await shown()).total).toBe(1);

    await writeFile(path, 'no picture any more');
    expect(await window.ask('retouch.open-job', { id })).toMatchObject({
      photo: null,
      recipe: opened.recipe,
      problem: { code: 'photo-not-an-image' },
    });
    expect((await window.refused('retouch.open-job', { id: 99 })).code).toBe('job-not-found');
  });
});
