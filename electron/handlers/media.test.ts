import { appendFile, copyFile, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { resolveRecipe } from '#electron/intake/recipe-files.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { openWindow, type Window } from '../../test/handlers/window.ts';
import { photograph } from '../../test/fixtures/photographs.ts';
import { findMedia } from './media.ts';

const never = new AbortController().signal;

let window: Window;
afterEach(() => window.close());
const find = (path: string) => findMedia(window.desk, path, never);

/** A photo of the test's own, larger than its proxy, and the job that has it. */
async function admitLarge(): Promise<{ id: number; photo: string; content: string }> {
  const photo = join(window.folder, 'large.jpg');
  await sharp(photograph('perfume-amber.jpg')).resize({ width: 3000 }).jpeg().toFile(photo);
  const id = await window.admit(photo);
  const { content } = await window.ask('media.geometry', { kind: 'photo', id });
  return { id, photo, content };
}

describe('pictures', () => {
  it('are found by the number of a job or a result, and by nothing else (F74)', async () => {
    window = await openWindow();
    const id = await window.admit();
    await window.until(id, 'done');
    const { results } = await window.ask('queue.job', { id });
    for (const path of [`photo/${id}/160`, `result/${results[0]?.id ?? 0}/512`]) {
      expect(await find(path)).toMatchObject({ ok: true, value: { type: 'image/jpeg' } });
    }
    const file = await find(`file/${results[0]?.id ?? 0}`);
    const path = await window.ask('library.path', { id: results[0]?.id ?? 0 });
    expect(file).toMatchObject({ ok: true, value: { file: path, saveAs: basename(path) } });
    for (const path of [
      '',
      'file/0',
      'file/1/160',
      'file/../1',
      'photo/1',
      'photo/1/161',
      'photo/01/160',
      'photo/1/160/',
      '/photo/1/160',
      'photo/1/%2e%2e',
      '../../etc/passwd',
      '/etc/passwd',
      'photo/../1/160',
      'photo/1e1/160',
    ]) {
      expect(await find(path), path).toMatchObject({ problem: { code: 'picture-unknown' } });
    }
    for (const path of ['photo/4711/160', 'result/4711/160', 'file/4711']) {
      expect(await find(path), path).toMatchObject({ problem: { code: 'picture-gone' } });
    }
  });
});

describe('a large picture', () => {
  it('has a size, and tiles by its content and their place', async () => {
    window = await openWindow();
    const { id, content } = await admitLarge();
    const geometry = await window.ask('media.geometry', { kind: 'photo', id });
    expect(geometry).toMatchObject({
      width: 3000,
      content: expect.stringMatching(/^[\da-f]{16}$/),
    });
    const found = await find(`photo/${id}/tile/${content}/0/5/0`);
    if (!found.ok) throw new Error(found.problem.message);
    const { file, part, isForEver } = found.value;
    const tile = (await readFile(file)).subarray(
      part?.start,
      (part?.start ?? 0) + (part?.bytes ?? 0),
    );
    expect(await sharp(tile).metadata()).toMatchObject({ width: 3000 - 5 * 512, height: 512 });
    expect(isForEver).toBe(true);
  });

  it('has no tiles but its own', async () => {
    window = await openWindow();
    const { id, content } = await admitLarge();
    expect(await find(`photo/${id}/tile/${'0'.repeat(16)}/0/0/0`)).toMatchObject({
      problem: { code: 'picture-gone' },
    });
    for (const tile of [
      '0/6/0',
      '0/0/99',
      '1/0/0',
      '0/00/0',
      '0/0',
      '-1/0/0',
      '0/0/0/',
      '0/1e1/0',
    ]) {
      const path = `photo/${id}/tile/${content}/${tile}`;
      expect(await find(path), path).toMatchObject({ problem: { code: 'picture-unknown' } });
    }
  });

  it('that is gone, or is another one than it was, says so', async () => {
    window = await openWindow();
    const { id, photo, content } = await admitLarge();
    await window.until(id, 'done');
    const copy = `${photo}.copy`;
    await copyFile(photo, copy);
    await appendFile(photo, 'more');
    expect(await find(`photo/${id}/tile/${content}/0/0/0`)).toMatchObject({
      problem: { code: 'picture-changed' },
    });
    expect(await window.refused('media.geometry', { kind: 'photo', id })).toMatchObject({
      code: 'picture-changed',
      message: expect.stringContaining('large.jpg'),
    });
    await rm(photo);
    expect(await window.refused('media.geometry', { kind: 'photo', id })).toMatchObject({
      code: 'picture-gone',
    });
    await copyFile(copy, photo);
    expect(await window.ask('media.geometry', { kind: 'photo', id })).toMatchObject({ content });
  });
});

describe('what the mask of a result keeps', () => {
  /** The result of a photo that was run with this mask. */
  async function runWith(mask: string): Promise<number> {
    const parsed = parseRecipe({
      agent: 'removeBG',
      params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
      mask,
      delivery: { metadata: 'none' },
    });
    if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
    const recipe = await resolveRecipe(parsed.recipe, window.folder);
    if (!recipe.ok) throw new Error(recipe.problem.message);
    const id = await window.admitAs(recipe.value);
    await window.until(id, 'done');
    const { results } = await window.ask('queue.job', { id });
    return results[0]?.id ?? 0;
  }

  it('is a picture of the size of the mask, by the number of the result', async () => {
    window = await openWindow();
    const mask = join(window.folder, 'mask.png');
    // opaque is kept, whatever its colour
    const kept = { width: 350, height: 560, channels: 4, background: '#000000ff' } as const;
    await sharp({ create: kept }).extend({ right: 350, background: '#ffffff00' }).toFile(mask);
    const id = await runWith(mask);
    expect(await window.ask('media.geometry', { kind: 'kept', id })).toMatchObject({
      width: 700,
      height: 560,
    });
    const found = await find(`kept/${id}/160`);
    if (!found.ok) throw new Error(found.problem.message);
    const { data, info } = await sharp(found.value.file)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number) => data[(64 * info.width + x) * info.channels];
    expect([at(20), at(140)]).toEqual([255, 0]);

    // another mask of the same name is not the one that was sent
    await sharp(mask).negate().toFile(join(window.folder, 'other.png'));
    await copyFile(join(window.folder, 'other.png'), mask);
    expect(await find(`kept/${id}/160`)).toMatchObject({ problem: { code: 'picture-gone' } });
  });

  it('is nothing where no mask was sent from here', async () => {
    window = await openWindow();
    const job = await window.admit();
    await window.until(job, 'done');
    const { results } = await window.ask('queue.job', { id: job });
    for (const id of [results[0]?.id ?? 0, 4711]) {
      expect(await find(`kept/${id}/160`)).toMatchObject({ problem: { code: 'picture-gone' } });
    }
  });
});
