import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { uploadLimits } from '#shared/limits.ts';
import { project, projectFiles } from './project-files.ts';

interface Credit {
  readonly file: string;
  readonly licence: string;
  readonly maker: string;
  readonly source: string;
  readonly width: number;
  readonly height: number;
  readonly profile: string;
  readonly orientation: number;
  readonly bits: number;
}

const folder = 'build-resources/photos';
const photos = projectFiles(folder)
  .filter((file) => /\.(jpe?g|tiff?|png|webp|avif|heic|psd)$/i.test(file))
  .map((file) => file.slice(folder.length + 1));
const credits = JSON.parse(
  readFileSync(join(project, folder, 'photos.json'), 'utf8'),
) as readonly Credit[];
/** The cells of each row (file, shows, maker, licence, from, size, colour, notes), by file. */
const rows = new Map(
  readFileSync(join(project, folder, 'CREDITS.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => [cells[1]?.replaceAll('`', '') ?? '', cells.slice(2)]),
);

describe('the sample photographs', () => {
  it('are all credited, and every credited file exists', () => {
    expect(credits.map(({ file }) => file).sort()).toEqual(photos);
    expect([...rows.keys()].sort()).toEqual(photos);
  });

  it('are at least eight, and small enough to ship', () => {
    const bytes = photos.reduce((sum, file) => sum + statSync(join(project, folder, file)).size, 0);
    expect(photos.length).toBeGreaterThanOrEqual(8);
    expect(bytes).toBeLessThan(12_000_000);
  });

  it('include a rotated photo, a 16-bit photo and a photo in Adobe RGB, as cameras create them', () => {
    expect(credits.some(({ orientation }) => orientation === 6)).toBe(true);
    expect(credits.some(({ file, bits }) => bits === 16 && file.endsWith('.tif'))).toBe(true);
    expect(credits.some(({ profile }) => profile.startsWith('Adobe RGB'))).toBe(true);
  });

  it.each(credits)('$file matches its credit', async (credit) => {
    const { width, height, orientation, bits, profile, licence, maker, source, file } = credit;
    const metadata = await sharp(join(project, folder, file)).metadata();
    const { autoOrient, icc = Buffer.alloc(0) } = metadata;
    expect({
      width: autoOrient.width,
      height: autoOrient.height,
      orientation: metadata.orientation ?? 1,
      bits: metadata.depth === 'ushort' ? 16 : 8,
    }).toEqual({ width, height, orientation, bits });
    expect(icc.toString('latin1').replaceAll('\0', '')).toMatch(
      profile.startsWith('Adobe') ? /Adobe ?RGB/ : /sRGB/,
    );
    expect(Math.min(width, height)).toBeGreaterThan(uploadLimits.sideAbove);
    expect(['MIT', 'CC0-1.0', 'public domain']).toContain(licence);

    const [, saidMaker, saidLicence, from = '', size] = rows.get(file) ?? [];
    expect([saidMaker, saidLicence, size]).toEqual([maker, licence, `${width} x ${height}`]);
    expect(from).toContain(source.split(',')[0]);
  });

  it('that we made ourselves come with the source of their scene', () => {
    const scenes = credits.flatMap(({ source }) => /^scenes\/[\w-]+\.py/.exec(source) ?? []);
    expect(projectFiles(`${folder}/scenes`)).toEqual(
      expect.arrayContaining(scenes.map((scene) => `${folder}/${scene}`)),
    );
  });
});

describe('the licence', () => {
  it('is MIT, as in package.json', () => {
    const { license } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
      license: string;
    };
    expect(license).toBe('MIT');
    expect(readFileSync(join(project, 'LICENSE'), 'utf8')).toMatch(/^MIT License\n\nCopyright/);
  });
});
