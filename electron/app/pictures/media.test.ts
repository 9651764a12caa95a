import { appendFile, copyFile, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { openWindow } from '../../../test/handlers/window.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { photograph } from '../../../test/fixtures/photographs.ts';
import { findMedia } from './media.ts';

const never = new AbortController().signal;

const window = await openWindow({}, afterAll);
const find = (path: string) => findMedia(window.session, path, never);
const codeAt = async (path: string) => codeOf(await find(path));
const geometry = (kind: 'photo' | 'kept', id: number) => window.ask('media.geometry', { kind, id });

describe('pictures', () => {
  it('are found only by the id of a job or a result (F74)', async () => {
    const id = await window.admit();
    await window.until(id, 'done');
    const [{ id: result } = { id: 0 }] = await window.resultsOf(id);
    for (const path of [`photo/${id}/160`, `result/${result}/512`]) {
      expect(await find(path)).toMatchObject({ ok: true, value: { type: 'image/jpeg' } });
    }
    const file = await find(`file/${result}`);
    const path = await window.ask('library.path', { id: result });
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
      expect(await codeAt(path), path).toBe('picture-unknown');
    }
    // no mask was sent for this result
    const kept = [`kept/${result}/160`, 'kept/4711/160'];
    for (const path of ['photo/4711/160', 'result/4711/160', 'file/4711', ...kept]) {
      expect(await codeAt(path), path).toBe('picture-gone');
    }
  });
});

describe('a large picture', () => {
  let photo: string;
  let id: number;
  let content: string;
  beforeAll(async () => {
    photo = join(window.folder, 'large.jpg');
    await sharp(photograph('perfume-amber.jpg')).resize({ width: 3000 }).jpeg().toFile(photo);
    id = await window.admit(photo);
    ({ content } = await geometry('photo', id));
  });

  it('has a size, and tiles that are requested by content and position', async () => {
    expect(content).toMatch(/^[\da-f]{16}$/);
    expect(await geometry('photo', id)).toMatchObject({ width: 3000, content });
    const found = valueOf(await find(`photo/${id}/tile/${content}/0/5/0`));
    const { file, part: { start, bytes } = { start: 0, bytes: 0 }, isForEver } = found;
    const tile = (await readFile(file)).subarray(start, start + bytes);
    expect(await sharp(tile).metadata()).toMatchObject({ width: 3000 - 5 * 512, height: 512 });
    expect(isForEver).toBe(true);
  });

  it('has no other tiles', async () => {
    expect(await codeAt(`photo/${id}/tile/${'0'.repeat(16)}/0/0/0`)).toBe('picture-gone');
    const outside = ['0/6/0', '0/0/99', '1/0/0', '-1/0/0'];
    for (const tile of [...outside, '0/00/0', '0/0', '0/0/0/', '0/1e1/0']) {
      expect(await codeAt(`photo/${id}/tile/${content}/${tile}`), tile).toBe('picture-unknown');
    }
  });

  it('is reported as missing or changed if its file is gone or was replaced', async () => {
    await window.until(id, 'done');
    const copy = `${photo}.copy`;
    await copyFile(photo, copy);
    await appendFile(photo, 'more');
    expect(await codeAt(`photo/${id}/tile/${content}/0/0/0`)).toBe('picture-changed');
    const refused = () => window.refused('media.geometry', { kind: 'photo', id });
    const message = expect.stringContaining('large.jpg') as string;
    expect(await refused()).toMatchObject({ code: 'picture-changed', message });
    await rm(photo);
    expect((await refused()).code).toBe('picture-gone');
    await copyFile(copy, photo);
    expect(await geometry('photo', id)).toMatchObject({ content });
  });
});

describe('the mask of a result', () => {
  it('can be requested by the id of the result, as a picture at the size of the mask', async () => {
    const mask = join(window.folder, 'mask.png');
    // Opaque areas are kept, whatever their colour.
    const kept = { width: 350, height: 560, channels: 4, background: '#000000ff' } as const;
    await sharp({ create: kept }).extend({ right: 350, background: '#ffffff00' }).toFile(mask);
    const masked = { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 };
    const job = await window.admitAs({ ...plainRecipe, params: masked, mask });
    await window.until(job, 'done');
    const [{ id } = { id: 0 }] = await window.resultsOf(job);
    expect(await geometry('kept', id)).toMatchObject({ width: 700, height: 560 });
    const { file } = valueOf(await find(`kept/${id}/160`));
    const grey = sharp(file).greyscale().raw();
    const { data, info } = await grey.toBuffer({ resolveWithObject: true });
    const at = (x: number) => data[(64 * info.width + x) * info.channels];
    expect([at(20), at(140)]).toEqual([255, 0]);

    // A different mask with the same name is not the mask that was sent.
    await sharp(mask).negate().toFile(join(window.folder, 'other.png'));
    await copyFile(join(window.folder, 'other.png'), mask);
    expect(await codeAt(`kept/${id}/160`)).toBe('picture-gone');
  });
});
