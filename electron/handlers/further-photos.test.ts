import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWindow, type Window } from '../../test/handlers/window.ts';
import { lightPhotograph } from '../../test/fixtures/photographs.ts';
import { givenFolder, keepBeside } from './given-photos.ts';
import { findMedia } from './media.ts';

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});
afterEach(() => window.close());

const never = new AbortController().signal;
const keep = (name: string, bytes: Buffer) =>
  keepBeside(window.desk, { name, content: Readable.from([bytes]) }, 'further', never);

it('is kept off the filmstrip, looked at, and seen by its number alone', async () => {
  const bytes = await readFile(lightPhotograph('lipstick-rouge.jpg'));
  const kept = await keep('model.jpg', bytes);
  if (!kept.ok) throw new Error(kept.problem.message);
  const { path } = kept.value;
  expect(await readFile(path)).toEqual(bytes);
  expect(await window.ask('retouch.filmstrip', { offset: 0, limit: 9 })).toMatchObject({
    total: 0,
  });

  const seen = await window.ask('retouch.further', { path, mayPad: false });
  const { width, height } = await sharp(path).metadata();
  expect(seen).toMatchObject({ name: 'model.jpg', width, height, problem: null });
  const picture = await findMedia(window.desk, `further/${seen.id}/160`, never);
  expect(picture).toMatchObject({ ok: true, value: { type: 'image/jpeg' } });
  expect(await findMedia(window.desk, `further/${seen.id + 1}/160`, never)).toMatchObject({
    problem: { code: 'picture-gone' },
  });

  await rm(path);
  const problem = await window.refused('retouch.further', { path, mayPad: false });
  expect(problem.code).toBe('file-missing');
});

it('that the service would not take is shown with the reason', async () => {
  const path = join(window.folder, 'long.png');
  await sharp({ create: { width: 1600, height: 700, channels: 3, background: '#777' } }).toFile(
    path,
  );
  expect(await window.ask('retouch.further', { path, mayPad: false })).toMatchObject({
    problem: { code: 'photo-too-long' },
  });
  expect(await window.ask('retouch.further', { path, mayPad: true })).toMatchObject({
    problem: null,
  });
});

it('that is none is refused and not kept', async () => {
  const refused = await keep('notes.jpg', Buffer.from('no photo'));
  expect(refused).toMatchObject({ problem: { code: 'photo-not-an-image' } });
  const entries = await readdir(givenFolder(window.desk), { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile())).toEqual([]);
  const path = join(window.folder, 'notes.jpg');
  await writeFile(path, 'no photo');
  const problem = await window.refused('retouch.further', { path, mayPad: false });
  expect(problem.code).toBe('photo-not-an-image');
});
