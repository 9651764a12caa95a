import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { Operation } from '#shared/mask/document.ts';
import { drawnOn, photoOnStrip, saveMask } from '../../../test/handlers/drawing.ts';
import { openWindow } from '../../../test/handlers/window.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { badMasks, goodMasks } from '../../../test/fixtures/mask-files.ts';
import { givenFolder, keepBeside } from '../retouch/given-photos.ts';
import { findMedia } from '../pictures/media.ts';

const window = await openWindow({}, afterAll);
window.session.studio().pauseAll();

const never = new AbortController().signal;
const left: Operation = { kind: 'rectangle', combine: 'add', x: 0, y: 0, width: 300, height: 400 };
const soft: Operation = { kind: 'feather', radius: 8 };

const greys = (file: string) => sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });

describe('a mask that a recipe uses', () => {
  it('is a file that never changes, contains the current operations, and is found in the ledger by its path', async () => {
    const { stripId } = await photoOnStrip(window);
    const id = await drawnOn(window, stripId, [left, soft], 1);
    const used = await window.ask('masks.use', { id });
    expect(used.kept).toBeCloseTo(0.5, 5);
    const drawing = { width: 600, height: 400, operations: [left], position: 1 };
    expect(JSON.parse(await readFile(used.path, 'utf8'))).toEqual(drawing);
    expect(await window.ask('masks.use', { id })).toEqual(used);
    const entries = await readdir(join(window.folder, 'masks'));
    expect(entries).toEqual([basename(used.path)]);

    const before = await readFile(used.path);
    await saveMask(window, id, 1, 1, [soft], 2);
    const later = await window.ask('masks.use', { id });
    expect(later.path).not.toBe(used.path);
    expect(await readFile(used.path)).toEqual(before);
    for (const { path, kept } of [used, later]) {
      const at = { card: { id, number: 1 }, width: 600, height: 400, kept };
      expect(await window.ask('masks.at', { path })).toMatchObject(at);
    }
    // A mask file that a virus scanner or the user has changed is restored, and its changed content is never sent.
    await writeFile(used.path, '{}');
    await saveMask(window, id, 2, 1, [], 1);
    expect(await window.ask('masks.use', { id })).toEqual(used);
    expect(await readFile(used.path)).toEqual(before);

    await window.ask('masks.remove', { id });
    expect(await window.ask('masks.at', { path: used.path })).toMatchObject({ card: null });
    expect(await window.refused('masks.use', { id })).toMatchObject({ code: 'mask-unknown' });
  });

  it('is refused with its name if it keeps nothing or everything', async () => {
    const { stripId } = await photoOnStrip(window);
    const id = await drawnOn(window, stripId, [left], 0);
    const nothing = await window.refused('masks.use', { id });
    expect(nothing).toMatchObject({ code: 'mask-empty', about: 'Mask 1' });
    expect(nothing.message).toContain('"Mask 1" keeps nothing');
    await saveMask(window, id, 1, 0, [{ kind: 'fill' }], 1);
    await window.ask('masks.rename', { id, name: 'sky' });
    const all = await window.refused('masks.use', { id });
    expect(all.message).toContain('"sky" keeps the whole image');
  });

  it('can be any file, which is described by its size and by how much it keeps', async () => {
    const path = join(window.folder, 'quarter.png');
    const white = '<svg width="50" height="80"><rect width="50" height="80" fill="#fff"/></svg>';
    await sharp({ create: { width: 100, height: 160, channels: 3, background: '#000' } })
      .composite([{ input: Buffer.from(white), left: 0, top: 0 }])
      .toFile(path);
    const at = { card: null, width: 100, height: 160, kept: 0.25 };
    expect(await window.ask('masks.at', { path })).toEqual(at);
    expect(await window.ask('masks.at', { path: 'quarter.png' })).toEqual(at);
    await rm(path);
    const refusal = async (at: string) => (await window.refused('masks.at', { path: at })).code;
    expect(await refusal(path)).toBe('file-missing');
    expect(await refusal('https://example.com/mask.png')).toBe('mask-by-address');
  });
});

describe('a mask file that is loaded into the editor', () => {
  it('is an operation that is saved like any other', async () => {
    const { stripId } = await photoOnStrip(window);
    const id = await drawnOn(window, stripId, []);
    const before = await window.ask('masks.open', { id });
    const file = goodMasks.find(({ name }) => name === 'soft.tif');
    await writeFile(join(window.folder, 'soft.tif'), (await file?.make(1200, 800)) ?? '');
    const { operation, notes } = await window.ask('masks.load', { id, path: 'soft.tif' });
    expect(notes).toEqual(['white areas are kept', 'scaled from 1200 × 800 px to 600 × 400 px']);
    expect(await window.ask('masks.open', { id })).toEqual(before);
    expect((await saveMask(window, id, before.revision, 0, [operation], 1)).ok).toBe(true);
    const used = await window.ask('masks.use', { id });
    expect(used.kept).toBeCloseTo(file?.kept ?? 0, 3);
  });

  it('is refused if it doesn’t fit or is invalid', async () => {
    const { stripId } = await photoOnStrip(window);
    const id = await drawnOn(window, stripId, [left]);
    for (const { name, code, inEditor, make } of badMasks) {
      const path = join(window.folder, name);
      await writeFile(path, await make(600, 400));
      const refused = await window.refused('masks.load', { id, path });
      expect(refused, name).toMatchObject({ code: inEditor ?? code });
    }
    const gone = await window.refused('masks.load', { id, path: join(window.folder, 'gone.png') });
    expect(gone.code).toBe('file-missing');
  });
});

describe('a picture of a mask', () => {
  it('shows the kept area, in a small size and at full size', async () => {
    const { stripId, name } = await photoOnStrip(window);
    const id = await drawnOn(window, stripId, [left]);
    const small = valueOf(await findMedia(window.session, `mask/${id}/256`, never));
    const seen = await greys(small.file);
    expect([seen.info.width, seen.info.height]).toEqual([256, 171]);
    expect([seen.data[5], seen.data[250]]).toEqual([255, 0]);

    const full = valueOf(await findMedia(window.session, `mask-file/${id}`, never));
    const saveAs = name.replace('.png', '_mask.png');
    expect(full).toMatchObject({ type: 'image/png', isForEver: false, saveAs });
    const { data, info } = await sharp(full.file).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 600, height: 400, channels: 4 });
    expect([...data.subarray(4 * 299, 4 * 301)]).toEqual([255, 255, 255, 255, 0, 0, 0, 0]);

    await saveMask(window, id, 1, 1, [{ kind: 'invert' }], 2);
    const inverted = valueOf(await findMedia(window.session, `mask/${id}/256`, never));
    const { data: after } = await greys(inverted.file);
    expect([after[5], after[250]]).toEqual([0, 255]);
  });

  it('is not created for an empty or a missing mask', async () => {
    const { stripId } = await photoOnStrip(window);
    const id = await drawnOn(window, stripId, [left], 0);
    const codeAt = async (path: string) => codeOf(await findMedia(window.session, path, never));
    expect(await codeAt(`mask-file/${id}`)).toBe('mask-empty');
    expect(await codeAt(`mask/${id}/160`)).toBeNull();
    expect(await codeAt('mask-file/4711')).toBe('picture-gone');
    expect(await codeAt('mask/4711/160')).toBe('picture-gone');
  });
});

describe('a mask that the user interface uploads', () => {
  const give = (name: string, bytes: Buffer) =>
    keepBeside(window.session, { name, content: Readable.from([bytes]) }, 'mask', never);

  it('is stored at a path that a recipe can name', async () => {
    const drawing = { width: 60, height: 40, operations: [left], position: 1 };
    const half = { ...drawing, operations: [{ ...left, width: 30 }] };
    const kept = valueOf(await give('mask.json', Buffer.from(JSON.stringify(half))));
    const at = await window.ask('masks.at', { path: kept.path });
    expect(at).toMatchObject({ card: null, kept: 0.5 });
  });

  it('is refused and not stored if it is invalid or keeps nothing', async () => {
    const black = sharp({ create: { width: 60, height: 40, channels: 3, background: '#000' } });
    expect(codeOf(await give('notes.png', Buffer.from('no mask')))).toBe('mask-unreadable');
    expect(codeOf(await give('black.png', await black.png().toBuffer()))).toBe('mask-empty');
    const entries = await readdir(givenFolder(window.session), { recursive: true });
    expect(entries.filter((name) => /notes|black/.test(name))).toEqual([]);
  });
});
