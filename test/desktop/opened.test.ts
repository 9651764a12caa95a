import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDesktop } from '#electron/hosts/desktop/set-up.ts';
import { createClient, type Client } from '#shared/contract/client.ts';
import { exportRecipe } from '#shared/recipe.ts';
import { ownFolder } from '../fixtures/own-folder.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { refusable } from './electron/app.ts';
import { app, BrowserWindow, person } from './electron/electron.ts';
import { buildPreload, portOf, runPreload, startIn, type PageBridge } from './page.ts';

const folder = await ownFolder('opened', afterAll);
let client: Client;
let bridge: PageBridge;
const ours = ['a.jpg', 'b.jpg', 'c d.jpg', 'early.jpg'];
const OURS = 'darkslide://app/';
const photo = (name: string) => join(folder, 'shoot', name);
const openFile = (path: string) => app.emit('open-file', refusable({}), path);
const startAgain = (handed: unknown) =>
  app.emit('second-instance', refusable({}), ['ignored.jpg'], '/ignored', handed);
const again = (...args: string[]) => startAgain({ args, folder: join(folder, 'shoot') });
const shown = () => BrowserWindow.all[0]?.webContents.mainFrame.url;
const strip = async () => {
  const { rows } = valueOf(await client.ask('retouch.filmstrip', { offset: 0, limit: 50 }));
  return rows.flatMap(({ name }) => (ours.includes(name) ? [name] : [])).sort();
};
const asked = () => vi.waitUntil(() => person.asked.at(-1), 55_000);

beforeAll(async () => {
  await mkdir(join(folder, 'shoot'));
  for (const [n, name] of ours.entries()) {
    const background = { r: 60 * n, g: 90, b: 120 };
    const create = { width: 400, height: 300, channels: 3, background } as const;
    await sharp({ create }).jpeg().toFile(photo(name));
  }
  await writeFile(photo('notes.txt'), 'these are words');
  const preload = await buildPreload(folder);
  const args = ['--data', join(folder, 'data'), 'a.jpg', '--hidden', 'darkslide://app/#/settings'];
  const starting = startDesktop(startIn(folder, { args, workFolder: join(folder, 'shoot') }));
  // macOS reports files before the app is ready
  openFile(photo('early.jpg'));
  await starting;
  await vi.waitUntil(() => BrowserWindow.all.length > 0, 55_000);
  const { darkslide } = runPreload(preload, BrowserWindow.all[0]!.webContents);
  bridge = darkslide!;
  client = createClient(portOf(bridge));
});
afterAll(async () => {
  app.quit();
  await vi.waitUntil(() => app.exitStatus !== null, 55_000);
});
afterEach(() => {
  person.asked.length = 0;
});

describe('files opened with Darkslide', () => {
  it('photos from the command line and from the system wait for the window, and arrive as one drop', async () => {
    const { message, detail } = await asked();
    expect(message).toBe("Darkslide can't open this file:");
    expect(detail).toBe('darkslide://app/#/settings');
    expect(await strip()).toEqual(['a.jpg', 'early.jpg']);
    expect(shown()).toBe(`${OURS}#/retouch`);
    expect(BrowserWindow.all[0]?.isShown).toBe(true);
  });

  it('photos are relative to the folder in which Darkslide is started a second time, and other files are reported in one message', async () => {
    again('b.jpg', 'notes.txt', 'c d.jpg', 'gone.jpg', 'https://evil.example/a.jpg');
    const { message, detail } = await asked();
    expect(message).toBe("Darkslide can't open 3 files:");
    expect(detail).toContain('notes.txt');
    expect(detail).toContain('https://evil.example/a.jpg');
    expect(await strip()).toEqual(ours);
    expect(person.asked).toHaveLength(1);
  });

  it('the options are ignored if Darkslide is started a second time, and a message lists them', async () => {
    again('--service', 'https://other.example', '--no-sandbox', '--foo\u001B[2J=1', '--data', 'x');
    const { message, detail } = await asked();
    expect(message).toContain('is already running');
    expect(detail).toMatch(/^--service https:\/\/other\.example\n--foo·\[2J\n/);
    expect(BrowserWindow.all[0]?.isFocused()).toBe(true);
  });

  it.each([
    [undefined],
    [null],
    ['a.jpg'],
    [{ args: 'a.jpg', folder: '/' }],
    [{ args: [1], folder: '/' }],
    [{ args: [], folder: '/', more: 1 }],
    [{ args: ['a.jpg'], folder: 'relative' }],
  ])('data from a second start is not trusted: %j', async (handed) => {
    BrowserWindow.all[0]?.blur();
    startAgain(handed);
    expect(BrowserWindow.all[0]?.isFocused()).toBe(true);
    expect(await strip()).toEqual(ours);
  });

  it('a recipe is saved only once, and the user is asked if its name already exists', async () => {
    // dismisses the message about the previous start, whose folder did not exist
    await vi.waitUntil(() => person.asked.length > 0, 55_000);
    person.asked.length = 0;
    const recipes = async () => {
      const all = valueOf(await client.ask('recipes.all', {}));
      return all.filter(({ recipe }) => recipe.name.startsWith('Opened'));
    };
    const write = async (file: string, backgroundHex: string) => {
      const params = { maskType: 'autoSubjectSegment', backgroundHex };
      const recipe = recipeOf({ name: 'Opened', agent: 'removeBG', params });
      await writeFile(photo(file), exportRecipe(recipe));
      return photo(file);
    };
    const white = await write('white.darkslide-recipe', '#ffffff');
    const grey = await write('grey.DARKSLIDE-RECIPE', '#eeeeee');
    openFile(white);
    await expect.poll(recipes).toHaveLength(1);
    const [card] = await recipes();
    await expect.poll(shown).toBe(`${OURS}#/folders?recipe=${card?.id}`);

    person.answer = 1;
    openFile(white);
    openFile(grey);
    await expect.poll(recipes).toHaveLength(2);
    const question = 'A recipe named "Opened" already exists.';
    expect(person.asked.map(({ message }) => message)).toEqual([question]);
    const names = (await recipes()).map(({ recipe }) => recipe.name);
    expect(names.sort()).toEqual(['Opened', 'Opened 2']);
    person.answer = 0;
    openFile(grey);
    const revision = async () => (await recipes()).find(({ id }) => id === card?.id)?.revision;
    await expect.poll(revision).not.toBe(card?.revision);
    expect(await recipes()).toHaveLength(2);

    person.asked.length = 0;
    await writeFile(photo('bad.darkslide-recipe'), '{"name": "Opened 3", "agent": "nobody"}');
    await writeFile(photo('huge.darkslide-recipe'), Buffer.alloc(2_000_000, ' '));
    const bad = ['bad', 'huge', 'gone'].map((name) => `${name}.darkslide-recipe`);
    for (const name of bad) openFile(photo(name));
    expect((await asked()).detail?.split('\n')).toEqual(bad);
    expect(await recipes()).toHaveLength(2);
  });
});

describe('the paths that a page may name on the desktop', () => {
  const hidden = (name: string) => join(folder, 'private', name);
  const found = async (...names: string[]) => {
    const answer = await client.ask('retouch.find', { paths: names.map(hidden) });
    return answer.ok ? answer.value.photos.length : answer.problem.code;
  };

  it('A11 are only those that the user chose in a dialog or dropped, not paths that the page makes up', async () => {
    await mkdir(hidden('shoot'), { recursive: true });
    for (const name of ['one.jpg', 'two.jpg', 'three.jpg', 'shoot/four.jpg']) {
      await sharp(photo('a.jpg')).toFile(hidden(name));
      expect(await found(name)).toBe('path-not-chosen');
    }
    expect(await client.ask('host.list-folders', { path: null })).toMatchObject({ ok: false });

    // a page cannot allow a path by sending a message, and a file that a script created has no path
    bridge.post({ kind: 'given', path: hidden('one.jpg') });
    bridge.post({ kind: 'given', id: 1, path: hidden('one.jpg') });
    expect(bridge.pathOf({})).toBe('');
    expect(await found('one.jpg')).toBe('path-not-chosen');

    bridge.pathOf(hidden('one.jpg'));
    expect(await found('one.jpg')).toBe(1);
    person.folder = hidden('shoot');
    await client.ask('host.choose-folder', { title: 'Photos' });
    expect(await found('shoot')).toBe(1);
    expect(await found('shoot/four.jpg')).toBe(1);
    for (const name of ['two.jpg', 'shoot/../three.jpg', '']) {
      expect(await found(name)).toBe('path-not-chosen');
    }
    expect(await found('one.jpg', 'two.jpg')).toBe('path-not-chosen');
  });
});
