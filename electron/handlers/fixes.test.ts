import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { openWindow, type Window } from '../../test/handlers/window.ts';

let window: Window;
afterEach(() => window.close());

/** A photo of this size, made beside the data folder. */
async function photo(name: string, width: number, height: number): Promise<string> {
  const path = join(window.folder, name);
  const background = { r: 90, g: 120, b: 60 };
  const picture = sharp({ create: { width, height, channels: 3, background } });
  await writeFile(path, await picture.png().toBuffer());
  return path;
}

describe('a photo that is too long', () => {
  it('B9 is padded and run again on request, bought once, and no recipe is changed', async () => {
    window = await openWindow();
    const id = await window.admit(await photo('long.png', 4000, 600));
    await window.until(id, 'failed');
    expect(window.service.books().requests['upload'] ?? 0).toBe(0);
    const before = await window.ask('queue.job', { id });
    expect(before.row.problem?.code).toBe('photo-too-long');
    // work by hand: there is no recipe of a hot folder that could be changed
    expect(before).toMatchObject({ fixes: ['pad-photo'], savedRecipeId: null });
    expect(before.answers.map(({ action }) => action)).toEqual(['cancel']);
    const jobs = { ids: [id] };
    expect(await window.ask('queue.effects', { jobs })).toMatchObject({ pad: 1, retry: 0 });
    const recipes = await window.ask('recipes.all', {});

    const acted = await window.ask('queue.act', { jobs, action: 'pad' });
    expect(acted).toMatchObject({ changed: 1, refused: 0 });
    await window.until(id, 'done');
    expect(window.service.books().executions).toHaveLength(1);
    expect(await window.ask('recipes.all', {})).toEqual(recipes);
    const { history } = await window.ask('queue.job', { id });
    expect(history.map(({ what }) => what)).toContain('run again with padding');

    const again = await window.ask('queue.act', { jobs, action: 'pad' });
    expect(again).toMatchObject({ changed: 0, problems: [{ code: 'job-not-retryable' }] });
    expect(window.service.books().executions).toHaveLength(1);
  });

  it('B9 of a selection is padded alone; the others stay as they are', async () => {
    window = await openWindow();
    const long = await window.admit(await photo('long.png', 4000, 600));
    const small = await window.admit(await photo('small.png', 200, 180));
    await window.until(long, 'failed');
    await window.until(small, 'failed');
    const jobs = { ids: [long, small] };
    expect(await window.ask('queue.effects', { jobs })).toMatchObject({ pad: 1 });
    expect(await window.ask('queue.act', { jobs, action: 'pad' })).toMatchObject({
      changed: 1,
      problems: [{ code: 'padding-not-needed' }],
    });
    await window.until(long, 'done');
    await window.until(small, 'failed');
  });
});

describe('a job of work by hand', () => {
  it('B9 is opened in Retouch with its photo and its settings', async () => {
    window = await openWindow();
    const path = await photo('small.png', 200, 180);
    const id = await window.admit(path);
    await window.until(id, 'failed');
    const opened = await window.ask('retouch.open-job', { id });
    expect(opened).toMatchObject({
      recipe: { agent: 'removeBG', params: { backgroundHex: '#ffffff' } },
      problem: null,
    });
    const strip = await window.ask('retouch.filmstrip', { offset: 0, limit: 10 });
    expect(strip.rows).toMatchObject([{ id: opened.photo, name: 'small.png' }]);
    // it is there once
    expect(await window.ask('retouch.open-job', { id })).toEqual(opened);
    expect((await window.ask('retouch.filmstrip', { offset: 0, limit: 10 })).total).toBe(1);

    await writeFile(path, 'no picture any more');
    expect(await window.ask('retouch.open-job', { id })).toMatchObject({
      photo: null,
      recipe: opened.recipe,
      problem: { code: 'photo-not-an-image' },
    });
    expect((await window.refused('retouch.open-job', { id: 99 })).code).toBe('job-not-found');
  });
});
