import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { keptIn, openWindow, type Window } from '../../../test/handlers/window.ts';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';
import { keepBeside, takeGiven, takeGivenPhoto } from './given-photos.ts';
import { findMedia } from '../pictures/media.ts';

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

const bytes = await readFile(lightPhotograph('lipstick-rouge.jpg'));
const never = new AbortController().signal;

const take = (
  name: string,
  content = Readable.from([bytes.subarray(0, 999), bytes.subarray(999)]),
) => takeGivenPhoto(window.session, { name, content }, never);

const kept = () => keptIn(window);

describe('an uploaded photo', () => {
  it('is stored under its name only once, and added to the filmstrip with an output folder', async () => {
    const first = await take('IMG 1.jpg');
    const again = await take('IMG 1.jpg');
    expect(first).toMatchObject({ ok: true, value: { refusals: 0 } });
    expect(again).toEqual(first);
    expect(await kept()).toEqual(['IMG 1.jpg']);
    const [id = 0] = valueOf(first).ids;
    const { source, outFolder } = await window.ask('retouch.photo', { id });
    expect(await readFile(source)).toEqual(bytes);
    // Uploaded photos have no folder of their own, so their results go to the folder Results.
    expect(outFolder).toBe(join(window.folder, 'Results'));
  });

  it('can’t have a name that leads out of the folder', async () => {
    const taken = await take('../../../etc/pass\0wd.jpg');
    expect(taken).toMatchObject({ ok: true, value: { refusals: 0 } });
    expect(await kept()).toEqual([expect.stringMatching(/^[^/\\]+wd\.jpg$/)]);
  });

  it('is refused with a reason and not stored if it is invalid', async () => {
    const taken = await take('notes.jpg', Readable.from([Buffer.from('no photo')]));
    expect(taken).toMatchObject({ value: { ids: [], refused: [{ code: 'photo-not-an-image' }] } });
    expect(await kept()).toEqual([]);
  });

  it('leaves no file if its upload is interrupted', async () => {
    const broken = new Readable({
      read() {
        this.push(bytes.subarray(0, 999));
        this.destroy(new Error('the page has gone'));
      },
    });
    expect(await take('a.jpg', broken)).toMatchObject({ problem: { code: 'file-incomplete' } });
    expect(await kept()).toEqual([]);
  });
});

describe('the same photo that two pages upload at the same time', () => {
  it('stays on the filmstrip if it is only copied into a hot folder for the other page', async () => {
    const { id } = await window.watch({ path: join(window.folder, '..', 'drop') });
    const given = () => ({ name: 'a.jpg', content: Readable.from([bytes]) });
    const copying = takeGiven(window.session, given(), { hotFolderId: id }, never);
    const [copied, added] = await Promise.all([copying, take('a.jpg')]);
    expect(copied).toMatchObject({ value: { refused: [] } });
    const [photo = 0] = valueOf(added).ids;
    const { source } = await window.ask('retouch.photo', { id: photo });
    expect(await readFile(source)).toEqual(bytes);
  });

  it('is copied into the hot folder for both of them, once', async () => {
    const folder = join(window.folder, '..', 'drop');
    const { id } = await window.watch({ path: folder, after: 'leave' });
    const given = () => ({ name: 'a.jpg', content: Readable.from([bytes]) });
    const copy = () => takeGiven(window.session, given(), { hotFolderId: id }, never);
    const copied = await Promise.all([copy(), copy(), copy()]);
    for (const one of copied) expect(one).toMatchObject({ value: { refused: [] } });
    expect(await readdir(folder)).toEqual(['a.jpg']);
    expect(await kept()).toEqual([]);
  });
});

const keep = (name: string, bytes: Buffer) =>
  keepBeside(window.session, { name, content: Readable.from([bytes]) }, 'further', never);

describe('an uploaded additional photo for a task', () => {
  it('is checked, is not added to the filmstrip, and can only be shown by its id', async () => {
    const { path } = valueOf(await keep('model.jpg', bytes));
    expect(await readFile(path)).toEqual(bytes);
    expect((await window.ask('retouch.filmstrip', { offset: 0, limit: 9 })).total).toBe(0);

    const seen = await window.ask('retouch.further', { path, mayPad: false });
    const { width, height } = await sharp(path).metadata();
    expect(seen).toMatchObject({ name: 'model.jpg', width, height, problem: null });
    const picture = await findMedia(window.session, `further/${seen.id}/160`, never);
    expect(picture).toMatchObject({ ok: true, value: { type: 'image/jpeg' } });
    const other = await findMedia(window.session, `further/${seen.id + 1}/160`, never);
    expect(codeOf(other)).toBe('picture-gone');

    await rm(path);
    const problem = await window.refused('retouch.further', { path, mayPad: false });
    expect(problem.code).toBe('file-missing');
  });

  it('is shown with the reason if the service would not accept it', async () => {
    const path = join(window.folder, 'long.png');
    const create = { width: 1600, height: 700, channels: 3, background: '#777' } as const;
    await sharp({ create }).toFile(path);
    const problemOf = async (mayPad: boolean) =>
      (await window.ask('retouch.further', { path, mayPad })).problem;
    expect(await problemOf(false)).toMatchObject({ code: 'photo-too-long' });
    expect(await problemOf(true)).toBeNull();
  });

  it('is refused and not stored if it is invalid', async () => {
    const refused = await keep('notes.jpg', Buffer.from('no photo'));
    expect(refused).toMatchObject({ problem: { code: 'photo-not-an-image' } });
    expect(await kept()).toEqual([]);
    const path = join(window.folder, 'notes.jpg');
    await writeFile(path, 'no photo');
    const problem = await window.refused('retouch.further', { path, mayPad: false });
    expect(problem.code).toBe('photo-not-an-image');
  });
});
