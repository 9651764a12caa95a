import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { WriteTags } from 'exiftool-vendored';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExportOptions, ExportState } from '#shared/views/export.ts';
import { openWindow } from '../../../test/handlers/window.ts';
import { openReader } from '../../../test/fixtures/exiftool.ts';
import { deliverFiles } from '../../../test/fixtures/library.ts';
import { patches } from '../../../test/fixtures/pictures.ts';
import { storedDpi } from '../../../test/fixtures/resolution.ts';
import { fillDisk, mountSmallDisk } from '../../../test/fixtures/small-disk.ts';

const tool = await openReader();

const window = await openWindow({ service: 'none' }, afterAll);
let home: string;
let client: string;
let tests = 0;
let photos = 0;

afterAll(() => tool.end());
beforeEach(async () => {
  tests += 1;
  home = join(window.folder, '..', `shoot-${tests}`);
  client = join(home, 'Client');
  await mkdir(client, { recursive: true });
  await window.ask('export.put-away', {});
});

const photoTags = {
  'IFD0:XResolution': '240',
  'IFD0:YResolution': '240',
  'IFD0:ResolutionUnit': 'inches',
  'IFD0:Artist': 'Anna Ångström',
  'IFD0:Copyright': '© 2026 Anna',
  'ExifIFD:DateTimeOriginal': '2026:03:31 14:05:09',
  'GPS:GPSLatitude': '52.5',
  'GPS:GPSLatitudeRef': 'N',
  'XMP-exif:GPSLongitude': '13.4',
  'IPTC:Keywords': ['coat', 'red'],
  'XMP-dc:Description': 'Autumn',
};

/**
 * Returns results of one photo, each 12 px wider than the previous one, starting at 120 × 90 px. The results of a
 * recipe contain metadata as a photographer writes it.
 */
async function delivered(
  names: readonly string[],
  recipe?: Record<string, unknown>,
  isOnWhite = false,
): Promise<number[]> {
  const results: string[] = [];
  for (const [n, name] of names.entries()) {
    const file = join(home, name);
    // on a plain background, because finding a subject on another one takes seconds
    const border = { top: 30, bottom: 30, left: 30, right: 30, background: '#ffffff' };
    const image = isOnWhite ? patches(60 + 12 * n, 60).extend(border) : patches(120 + 12 * n, 90);
    await (name.endsWith('.png') ? image.png() : image.jpeg({ quality: 95 })).toFile(file);
    results.push(file);
    if (recipe === undefined) continue;
    const thumbnail = join(home, 'thumbnail.jpg');
    await patches(16, 12).jpeg().toFile(thumbnail);
    await tool.write(file, photoTags as WriteTags, {
      writeArgs: ['-overwrite_original', `-ThumbnailImage<=${thumbnail}`],
    });
  }
  const photo = join(home, `photo-of-${names[0] ?? ''}`);
  photos += 1;
  // Each photo needs different content, because photos are identified by it.
  await patches(100 + photos, 90)
    .png()
    .toFile(photo);
  return deliverFiles(window.session.studio().ledger, { photo, results }, recipe);
}

const usual: Omit<ExportOptions, 'folder'> = {
  naming: '{name}_{index}',
  format: 'jpeg',
  profile: 'srgb',
  longSide: null,
  quality: 90,
  kind: 'images',
  presets: [],
};

const inputOf = (ids: readonly number[], more: Partial<ExportOptions>) => ({
  filter: { ids: [...ids] },
  options: { ...usual, folder: client, ...more },
});
const start = (ids: readonly number[], more: Partial<ExportOptions> = {}) =>
  window.ask('export.start', inputOf(ids, more));
const refusal = async (ids: readonly number[], more: Partial<ExportOptions> = {}) =>
  (await window.refused('export.start', inputOf(ids, more))).code;

async function ended(): Promise<ExportState> {
  const now = async () => (await window.ask('export.state', {}))?.state;
  // an export processes pictures, which takes long on a busy machine
  await expect.poll(now, { timeout: 200_000 }).not.toBe('running');
  const state = await window.ask('export.state', {});
  if (state === null) throw new Error('There was no export.');
  return state;
}

describe('an export of shop files', () => {
  const shops = (...presets: string[]) => ({ kind: 'shops' as const, presets });

  it('writes the files of the presets, with notes, and remembers the presets', async () => {
    const [a = 0, b = 0] = await delivered(['a.png', 'b.jpg'], undefined, true);
    await rm(join(home, 'b.jpg'));
    expect((await window.refused('host.open-results', { of: 'export' })).code).toBe('export-empty');
    await start([a, b], shops('ebay-main', 'web-transparent'));
    const state = await ended();
    expect(state).toMatchObject({ kind: 'shops', total: 6, done: 3, failed: 3, problem: null });
    expect(state.notes.map(({ code }) => code)).toContain('finish-smaller');
    await window.ask('host.open-results', { of: 'export' });
    expect(window.revealed.at(-1)).toBe(client);
    expect((await readdir(client)).sort()).toEqual([
      'a_ebay-main.jpg',
      'a_web-transparent.png',
      'a_web-transparent.webp',
    ]);
    const { preferences } = await window.ask('settings.get', {});
    expect(preferences.export.presets).toEqual(['ebay-main', 'web-transparent']);
  });

  it('names files by the article of the photo and the number of the image, as hot folders do', async () => {
    const preset = {
      name: 'by-article',
      canvas: { aspect: '1:1', colour: '#ffffff' },
      subject: { fill: 0.8 },
      outputs: [{ name: '{sku}_{index}_{folder}_{name}', format: 'jpeg', longSide: 64 }],
    };
    await window.ask('finish.save', { preset, replaces: null });
    await window.ask('settings.change', { preferences: { skuPattern: '^photo-of-([A-Z])' } });
    const ids = await delivered(['R-1.png', 'R-2.png'], undefined, true);
    await start(ids, shops('by-article'));
    await ended();
    await window.ask('settings.change', { preferences: { skuPattern: null } });
    const folder = basename(home);
    expect((await readdir(client)).sort()).toEqual([
      `R_1_${folder}_R-1.jpg`,
      `R_2_${folder}_R-2.jpg`,
    ]);
  });

  it('is refused without a preset, and with one that does not exist', async () => {
    const ids = await delivered(['c.png']);
    expect(await refusal(ids, shops())).toBe('export-empty');
    expect(await refusal(ids, shops('ebay-main', 'gone'))).toBe('finish-preset-unknown');
    expect(await readdir(client)).toEqual([]);
  });
});

describe('an export', () => {
  it('writes the results in the requested form, and remembers the settings', async () => {
    const ids = await delivered(['a.png', 'b.jpg']);
    const options = { format: 'tiff', profile: 'adobe-rgb', longSide: 60 } as const;
    await start(ids, options);
    const counts = { total: 2, done: 2, failed: 0 };
    const empty = { problems: [], notes: [], problem: null };
    const whole = { folder: client, kind: 'images', state: 'ended', ...counts, ...empty };
    expect(await ended()).toEqual(whole);
    expect(await readdir(client)).toEqual(['photo-of-a_1.tif', 'photo-of-a_2.tif']);
    const file = join(client, 'photo-of-a_1.tif');
    expect(await sharp(file).metadata()).toMatchObject({ format: 'tiff', width: 60, height: 45 });
    expect(await tool.readRaw(file, { readArgs: ['-G1'] })).toMatchObject({
      'ICC_Profile:ProfileDescription': 'Compatible with Adobe RGB (1998)',
    });
    const { preferences } = await window.ask('settings.get', {});
    expect(preferences.export).toEqual({ ...usual, folder: client, ...options });
    expect(await readdir(window.folder)).not.toContain('export');
    expect(window.hasTold('export')).toBe(true);
    await window.ask('export.put-away', {});
    expect(await window.ask('export.state', {})).toBeNull();
  });

  it('keeps the photo’s metadata, but not its location', async () => {
    const [id = 0] = await delivered(['a.jpg'], {});
    const [kept = 0] = await delivered(['k.jpg'], { prepare: { gps: 'keep' } });
    const [bare = 0] = await delivered(['n.jpg'], { delivery: { metadata: 'none' } });
    const tagsOf = async (name: string): Promise<object> =>
      tool.readRaw(join(client, name), { readArgs: ['-G1', '-struct'] });
    const places = (tags: object) => Object.keys(tags).filter((tag) => tag.includes('GPS'));
    const written = {
      'IFD0:Artist': 'Anna Ångström',
      'IFD0:Copyright': '© 2026 Anna',
      'ExifIFD:DateTimeOriginal': '2026:03:31 14:05:09',
      'XMP-dc:Description': 'Autumn',
      'XMP-darkslide:Recipe': 'Client',
    };
    for (const [format, name] of [
      ['jpeg', 'a.jpg'],
      ['tiff', 'a.tif'],
      ['png', 'a.png'],
      ['as-it-is', 'a-2.jpg'],
    ] as const) {
      await start([id], { format, naming: '{name}', longSide: format === 'as-it-is' ? null : 60 });
      expect(await ended()).toMatchObject({ done: 1, problems: [] });
      const tags = await tagsOf(`photo-of-${name}`);
      expect(tags, name).toMatchObject(written);
      expect(JSON.stringify(tags), name).toContain('coat');
      expect(places(tags)).toEqual([]);
      // A result that is exported unchanged keeps its own thumbnail.
      expect('IFD1:ThumbnailImage' in tags, name).toBe(format === 'as-it-is');
    }
    await start([kept], { naming: 'kept_{name}' });
    await ended();
    expect(places(await tagsOf('kept_photo-of-k.jpg'))).not.toEqual([]);
    await start([bare], { naming: 'bare_{name}' });
    await ended();
    expect(await tagsOf('bare_photo-of-n.jpg')).not.toHaveProperty('IFD0:Artist');
  });

  it.each(['keep', 'none'] as const)(
    'B19 contains the resolution in every format, with metadata: %s',
    async (metadata) => {
      const ids = await delivered(['a.jpg', 'b.png'], { delivery: { metadata } });
      for (const format of ['jpeg', 'tiff', 'png', 'as-it-is'] as const) {
        const longSide = format === 'as-it-is' ? null : 60;
        await start(ids, { format, naming: `${format}/{name}_{index}`, longSide });
        expect(await ended()).toMatchObject({ done: 2, problems: [] });
        const files = await readdir(join(client, format));
        expect(files).toHaveLength(2);
        for (const name of files) {
          const file = join(client, format, name);
          expect(storedDpi(await readFile(file)), name).toEqual([240, 240]);
          const tags = await tool.readRaw(file, { readArgs: ['-n', '-EXIF:XResolution'] });
          const { XResolution: exif = 240 } = tags as { XResolution?: number };
          expect(exif, name).toBe(240);
        }
      }
    },
  );

  it('numbers results with the same name in order, and overwrites nothing', async () => {
    const ids = await delivered(['a.jpg', 'b.jpg', 'c.jpg']);
    await mkdir(join(client, 'all'));
    await writeFile(join(client, 'all', 'photo.jpg'), 'another file');
    await start(ids, { naming: 'all/{sku}' });
    expect(await ended()).toMatchObject({ done: 3 });
    expect(await readFile(join(client, 'all', 'photo.jpg'), 'utf8')).toBe('another file');
    const widths = ['photo-2', 'photo-3', 'photo-4'].map(
      async (name) => (await sharp(join(client, 'all', `${name}.jpg`)).metadata()).width,
    );
    expect(await Promise.all(widths)).toEqual([120, 132, 144]);
  });

  it('reports missing and damaged results, and continues with the others', async () => {
    const ids = await delivered(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
    await rm(join(home, 'b.jpg'));
    await writeFile(join(home, 'c.jpg'), (await readFile(join(home, 'c.jpg'))).subarray(0, -800));
    await start(ids);
    const problems = [
      { code: 'file-missing', about: 'b.jpg' },
      { code: 'photo-damaged', about: 'c.jpg' },
    ];
    expect(await ended()).toMatchObject({ state: 'ended', done: 2, failed: 2, problems });
    expect(await readdir(client)).toEqual(['photo-of-a_1.jpg', 'photo-of-a_4.jpg']);
  });

  it('can be cancelled, and the files already written are complete', async () => {
    const names = Array.from({ length: 24 }, (_, n) => `r${n}.png`);
    const ids = await delivered(names);
    await start(ids, { format: 'tiff' });
    expect(await refusal(ids)).toBe('export-running');
    const done = async () => (await window.ask('export.state', {}))?.done ?? 0;
    // asks often, because writing all files takes less than a second
    await expect.poll(done, { interval: 1 }).toBeGreaterThan(0);
    await window.ask('export.cancel', {});
    const state = await ended();
    expect(state).toMatchObject({ state: 'cancelled', total: 24, problems: [], problem: null });
    const files = await readdir(client);
    expect(files).toHaveLength(state.done);
    for (const file of files) await sharp(join(client, file)).stats();
    expect(await readdir(window.folder)).not.toContain('export');
    // the next export can start
    await start(ids.slice(0, 1));
    expect(await ended()).toMatchObject({ state: 'ended', done: 1 });
  });

  it('is refused in advance if it can’t succeed', async () => {
    const ids = await delivered(['a.jpg']);
    expect(await refusal(ids, { folder: 'Client' })).toBe('path-relative');
    expect(await refusal(ids, { folder: join(home, 'a.jpg', 'below') })).toBe('folder-unwritable');
    expect(await refusal(ids, { naming: '{nmae}' })).toBe('template-token');
    expect(await refusal(ids, { naming: 'all' })).toBe('template-same-names');
    expect(await refusal([4711])).toBe('export-empty');
    const drop = join(home, 'Drop');
    await mkdir(join(drop, 'In'), { recursive: true });
    await window.watch({ path: drop }, 'skip');
    expect(await refusal(ids, { folder: join(drop, 'In') })).toBe('export-folder-watched');
    expect(await window.ask('export.state', {})).toBeNull();
  });

  it('stops with one problem when the folder disappears', async () => {
    const ids = await delivered(Array.from({ length: 12 }, (_, n) => `r${n}.png`));
    await start(ids, { format: 'tiff' });
    await rm(client, { recursive: true, force: true });
    const problem = { code: 'export-folder-gone', about: client };
    expect(await ended()).toMatchObject({ state: 'ended', failed: 0, problem });
    expect(await readdir(home)).not.toContain('Client');
  });

  it('stops with one problem when the disk is full', async ({ skip, onTestFinished }) => {
    const disk = await mountSmallDisk(home);
    if (disk === null) return skip('a small disk can’t be mounted here');
    onTestFinished(() => disk.unmount());
    const ids = await delivered(['a.png', 'b.png', 'c.png']);
    await fillDisk(disk.path);
    await start(ids, { folder: disk.path, format: 'tiff' });
    const problem = { code: 'export-disk-full', about: disk.path };
    expect(await ended()).toMatchObject({ done: 0, failed: 0, problem });
    expect(await readdir(disk.path)).toEqual(['ballast']);
  });
});

it('returns the values from which a result’s name would be made', async () => {
  const [, second = 0] = await delivered(['a.jpg', 'b.png']);
  await window.ask('settings.change', { preferences: { skuPattern: '^(photo)' } });
  const of = { photoName: 'photo-of-a.jpg', agent: 'removeBG', recipe: 'Client', index: 2 };
  const values = { ...of, folder: basename(home), skuPattern: '^(photo)' };
  const named = await window.ask('export.example', { id: second });
  expect(named).toMatchObject({ extension: '.png', values });
});
