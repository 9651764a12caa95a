import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWindow, type Window } from '../../test/handlers/window.ts';
import { lightPhotograph } from '../../test/fixtures/photographs.ts';
import { givenFolder, takeGivenPhoto } from './given-photos.ts';

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});
afterEach(() => window.close());

const bytes = await readFile(lightPhotograph('lipstick-rouge.jpg'));
const never = new AbortController().signal;

const take = (
  name: string,
  content = Readable.from([bytes.subarray(0, 999), bytes.subarray(999)]),
) => takeGivenPhoto(window.desk, { name, content }, never);

/** Every file that is kept, by its name. */
async function kept(): Promise<readonly string[]> {
  const entries = await readdir(givenFolder(window.desk), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

it('is kept whole under its own name, once, and on the filmstrip', async () => {
  const first = await take('IMG 1.jpg');
  const again = await take('IMG 1.jpg');
  expect(first).toMatchObject({ ok: true, value: { refusals: 0 } });
  expect(again).toEqual(first);
  expect(await kept()).toEqual(['IMG 1.jpg']);
  const id = first.ok ? (first.value.ids[0] ?? 0) : 0;
  const { source } = await window.ask('retouch.photo', { id });
  expect(await readFile(source)).toEqual(bytes);
});

it('cannot name its way out of the folder', async () => {
  const taken = await take('../../../etc/pass\0wd.jpg');
  expect(taken).toMatchObject({ ok: true, value: { refusals: 0 } });
  expect(await kept()).toEqual([expect.stringMatching(/^[^/\\]+wd\.jpg$/)]);
});

it('that is none is refused with its reason and not kept', async () => {
  const taken = await take('notes.jpg', Readable.from([Buffer.from('no photo')]));
  expect(taken).toMatchObject({ value: { ids: [], refused: [{ code: 'photo-not-an-image' }] } });
  expect(await kept()).toEqual([]);
});

it('that breaks off leaves nothing', async () => {
  const broken = new Readable({
    read() {
      this.push(bytes.subarray(0, 999));
      this.destroy(new Error('the page has gone'));
    },
  });
  expect(await take('a.jpg', broken)).toMatchObject({ problem: { code: 'file-incomplete' } });
  expect(await kept()).toEqual([]);
});

it('has its results in a folder a person finds', async () => {
  const taken = await take('a.jpg');
  const id = taken.ok ? (taken.value.ids[0] ?? 0) : 0;
  const { outFolder } = await window.ask('retouch.photo', { id });
  expect(outFolder).toBe(join(window.folder, 'Results'));
});
