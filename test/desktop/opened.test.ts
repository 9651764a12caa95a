import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { startDesktop } from '#electron/desktop/set-up.ts';
import { findScreens } from '#electron/browser/screens-build.ts';
import { createClient, type Client } from '#shared/contract/client.ts';
import { exportRecipe, parseRecipe } from '#shared/recipe.ts';
import { refusable } from './electron/app.ts';
import { app, BrowserWindow, person } from './electron/electron.ts';
import { buildPreload, portOf, runPreload, type PageBridge } from './page.ts';

let folder: string;
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
  const page = await client.ask('retouch.filmstrip', { offset: 0, limit: 50 });
  const names = page.ok ? page.value.rows.map(({ name }) => name) : [];
  return names.filter((name) => ours.includes(name)).sort();
};
const asked = () => vi.waitUntil(() => person.asked.at(-1), 40_000);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-opened-'));
  await mkdir(join(folder, 'shoot'));
  for (const [n, name] of ours.entries()) {
    const background = { r: 60 * n, g: 90, b: 120 };
    const create = { width: 400, height: 300, channels: 3, background } as const;
    await sharp({ create }).jpeg().toFile(photo(name));
  }
  await writeFile(photo('notes.txt'), 'these are words');
  const preload = await buildPreload(folder);
  const screens = await findScreens(() => {});
  if (!screens.ok) throw new Error(screens.problem.detail);
  const starting = startDesktop({
    args: ['--data', join(folder, 'data'), 'a.jpg', '--hidden', 'darkslide://app/#/settings'],
    workFolder: join(folder, 'shoot'),
    env: {},
    policy: { file: join(folder, 'policy.json'), owner: 0 },
    updateKeys: [],
    clock: systemClock,
    random: Math.random,
  });
  // macOS names files before anything is there
  openFile(photo('early.jpg'));
  await starting;
  await vi.waitUntil(() => BrowserWindow.all.length > 0, 40_000);
  const { darkslide } = runPreload(preload, BrowserWindow.all[0]!.webContents);
  bridge = darkslide!;
  client = createClient(portOf(bridge));
});
afterAll(async () => {
  app.quit();
  await vi.waitUntil(() => app.exitStatus !== null, 40_000);
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});
afterEach(() => {
  person.asked.length = 0;
});

describe('opened with Darkslide', () => {
  it('photos of the command line and of the system wait for the window, as one drop', async () => {
    const { message, detail } = await asked();
    expect(message).toBe('This is no photo or recipe that Darkslide can open:');
    expect(detail).toBe('darkslide://app/#/settings');
    expect(await strip()).toEqual(['a.jpg', 'early.jpg']);
    expect(shown()).toBe(`${OURS}#/retouch`);
    expect(BrowserWindow.all[0]?.isShown).toBe(true);
  });

  it('photos of a second start come from its folder, and all else is said in one sentence', async () => {
    again('b.jpg', 'notes.txt', 'c d.jpg', 'gone.jpg', 'https://evil.example/a.jpg');
    const { message, detail } = await asked();
    expect(message).toBe('3 files are no photos or recipes that Darkslide can open:');
    expect(detail).toContain('notes.txt');
    expect(detail).toContain('https://evil.example/a.jpg');
    expect(await strip()).toEqual(ours);
    expect(person.asked).toHaveLength(1);
  });

  it('a second start is told what it asked for in vain', async () => {
    again('--service', 'https://other.example', '--no-sandbox', '--foo\u001B[2J=1', '--data', 'x');
    const { message, detail } = await asked();
    expect(message).toContain('is running already');
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
  ])('what a second start hands over is not trusted: %j', async (handed) => {
    BrowserWindow.all[0]?.blur();
    startAgain(handed);
    expect(BrowserWindow.all[0]?.isFocused()).toBe(true);
    expect(await strip()).toEqual(ours);
  });

  it('a recipe is saved once, and asked about where its name is taken', async () => {
    // of the start before, whose folder was none
    await vi.waitUntil(() => person.asked.length > 0, 40_000);
    person.asked.length = 0;
    const recipes = async () => {
      const all = await client.ask('recipes.all', {});
      return all.ok ? all.value.filter(({ recipe }) => recipe.name.startsWith('Opened')) : [];
    };
    const write = async (file: string, backgroundHex: string) => {
      const params = { maskType: 'autoSubjectSegment', backgroundHex };
      const parsed = parseRecipe({ name: 'Opened', agent: 'removeBG', params });
      if ('problems' in parsed) throw new Error(parsed.problems[0]?.message);
      await writeFile(photo(file), exportRecipe(parsed.recipe));
      return photo(file);
    };
    const white = await write('white.darkslide-recipe', '#ffffff');
    const grey = await write('grey.DARKSLIDE-RECIPE', '#eeeeee');
    openFile(white);
    await vi.waitUntil(async () => (await recipes()).length === 1, 40_000);
    const [card] = await recipes();
    await vi.waitUntil(() => shown() === `${OURS}#/folders?recipe=${card?.id}`, 40_000);

    person.answer = 1;
    openFile(white);
    openFile(grey);
    await vi.waitUntil(async () => (await recipes()).length === 2, 40_000);
    expect(person.asked.map(({ message }) => message)).toEqual([
      'There is another recipe "Opened" already.',
    ]);
    expect((await recipes()).map(({ recipe }) => recipe.name).sort()).toEqual([
      'Opened',
      'Opened 2',
    ]);
    person.answer = 0;
    openFile(grey);
    await vi.waitUntil(
      async () => (await recipes()).find(({ id }) => id === card?.id)?.revision !== card?.revision,
      10_000,
    );
    expect(await recipes()).toHaveLength(2);

    person.asked.length = 0;
    await writeFile(photo('bad.darkslide-recipe'), '{"name": "Opened 3", "agent": "nobody"}');
    await writeFile(photo('huge.darkslide-recipe'), Buffer.alloc(2_000_000, ' '));
    for (const name of ['bad', 'huge', 'gone']) openFile(photo(`${name}.darkslide-recipe`));
    expect((await asked()).detail?.split('\n')).toEqual([
      'bad.darkslide-recipe',
      'huge.darkslide-recipe',
      'gone.darkslide-recipe',
    ]);
    expect(await recipes()).toHaveLength(2);
  });
});

describe('the paths that a page may name on the desktop', () => {
  const codeOf = async (...names: string[]) => {
    const paths = names.map((name) => join(folder, 'private', name));
    const found = await client.ask('retouch.find', { paths });
    return found.ok ? found.value.paths.length : found.problem.code;
  };

  it('A11 are those of a dialog and of a drop, and none that the page makes up', async () => {
    await mkdir(join(folder, 'private', 'shoot'), { recursive: true });
    const names = ['one.jpg', 'two.jpg', 'three.jpg', 'shoot/four.jpg'];
    for (const name of names) {
      await sharp(photo('a.jpg')).toFile(join(folder, 'private', name));
    }
    for (const name of names) expect(await codeOf(name)).toBe('path-not-chosen');
    expect(await client.ask('host.list-folders', { path: null })).toMatchObject({ ok: false });

    // what the page says of itself is no proof, and a file that a script has made has no path
    bridge.post({ kind: 'given', path: join(folder, 'private', 'one.jpg') });
    bridge.post({ kind: 'given', id: 1, path: join(folder, 'private', 'one.jpg') });
    expect(bridge.pathOf({})).toBe('');
    expect(await codeOf('one.jpg')).toBe('path-not-chosen');

    bridge.pathOf(join(folder, 'private', 'one.jpg'));
    expect(await codeOf('one.jpg')).toBe(1);
    person.folder = join(folder, 'private', 'shoot');
    await client.ask('host.choose-folder', { title: 'Photos' });
    expect(await codeOf('shoot')).toBe(1);
    expect(await codeOf('shoot/four.jpg')).toBe(1);
    for (const name of ['two.jpg', 'shoot/../three.jpg', '']) {
      expect(await codeOf(name)).toBe('path-not-chosen');
    }
    expect(await codeOf('one.jpg', 'two.jpg')).toBe('path-not-chosen');
  });
});
