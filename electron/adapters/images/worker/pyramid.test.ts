import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { gridOf, levelSize, levelsOf, TILE, type Size } from '#shared/pictures.ts';
import { photograph } from '../../../../test/fixtures/photographs.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { difference } from '../../../../test/fixtures/pictures.ts';
import { findTile } from '../tile-file.ts';
import { pyramid } from './pyramid.ts';
import { RawPreviews } from './raw-preview.ts';

const raws = new RawPreviews();

const folder = await ownFolder('pyramid', afterAll);
const [source, target] = [join(folder, 'photo'), join(folder, 'tiles')];

/**
 * The band of rows to compare, in px; it contains tile borders in both directions, and so does the level
 * below.
 */
const BAND = { top: 400, height: 560 };

/** Returns a band of a photograph that ships with Darkslide, enlarged to a given width in px. */
function enlarged(name: string, width: number): Sharp {
  return sharp(photograph(name))
    .resize({ width, kernel: 'cubic' })
    .extract({ left: 0, width, ...BAND });
}

const quality = { quality: 98, chromaSubsampling: '4:4:4' } as const;

async function cut(photo: Sharp): Promise<Size> {
  await writeFile(source, await photo.toBuffer());
  return valueOf(await pyramid(raws, { source, target }));
}

/** Joins all tiles of a level. */
async function joined(size: Size, level: number): Promise<Buffer> {
  const file = await readFile(target);
  const { columns, rows } = gridOf(size, level);
  const pieces = [];
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const part = await findTile(target, size, { level, x, y });
      if (part === null) throw new Error(`there is no tile ${level}/${x}/${y}`);
      const input = file.subarray(part.start, part.start + part.bytes);
      pieces.push({ input, left: x * TILE, top: y * TILE });
    }
  }
  const { width, height } = levelSize(size, level);
  return sharp({ create: { width, height, channels: 3, background: '#f0f' } })
    .composite(pieces)
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Returns the pixel columns on both sides of the tiles' borders. */
function atSeams(pixels: Buffer, { width, height }: Size): Buffer {
  const seams: Buffer[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = TILE; x < width; x += TILE) {
      const at = (y * width + x) * 3;
      seams.push(pixels.subarray(at - 3, at + 3));
    }
  }
  return Buffer.concat(seams);
}

describe('the tiles of a photo', () => {
  it('show its pixels at every level, also at their borders', async () => {
    const size = await cut(enlarged('raccoon-face.jpg', 5401).jpeg(quality));
    expect([size.width, levelsOf(size)]).toEqual([5401, 2]);
    for (const level of [0, 1]) {
      const there = levelSize(size, level);
      const meant = await sharp(source)
        .resize({ ...there, fit: 'fill', kernel: 'linear' })
        .raw()
        .toBuffer();
      const tiles = await joined(size, level);
      expect(difference(tiles, meant), `level ${level}`).toBeLessThan(2);
      const seams = difference(atSeams(tiles, there), atSeams(meant, there));
      expect(seams, `seams of level ${level}`).toBeLessThan(2.5);
    }
  });

  let band: Promise<Buffer> | undefined;
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('are upright at orientation %i', async (orientation) => {
    band ??= enlarged('perfume-amber.jpg', 2600).jpeg(quality).toBuffer();
    const size = await cut(
      sharp(await band)
        .withMetadata({ orientation })
        .jpeg(quality),
    );
    const { data, info } = await sharp(source)
      .autoOrient()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(size).toEqual({ width: info.width, height: info.height });
    expect(difference(await joined(size, 0), data)).toBeLessThan(1.5);
  });

  it('are converted from the photo’s profile', async () => {
    const photo = enlarged('handbag-cognac.jpg', 2600).modulate({ saturation: 2 });
    const meant = await photo.clone().raw().toBuffer();
    const size = await cut(photo.withIccProfile('p3').jpeg(quality));
    const stored = await sharp(source, { ignoreIcc: true }).raw().toBuffer();
    const tiles = await joined(size, 0);
    expect(difference(tiles, meant)).toBeLessThan(1.5);
    expect(difference(tiles, stored)).toBeGreaterThan(2);
  });

  it('have 8 bits for a 16-bit TIFF', async () => {
    const photo = enlarged('lamp-brass.tif', 2600);
    const meant = await photo.clone().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer();
    const size = await cut(photo.toColourspace('rgb16').tiff({ compression: 'lzw' }));
    expect((await sharp(source).metadata()).depth).toBe('ushort');
    expect(difference(await joined(size, 0), meant)).toBeLessThan(1.5);
  });

  it('show white for transparency', async () => {
    const size = await cut(
      sharp({ create: { width: 2600, height: 40, channels: 4, background: '#ff000000' } }).png(),
    );
    expect(new Set(await joined(size, 0))).toEqual(new Set([255]));
  });
});

describe('a file of tiles', () => {
  it('is not written for a file that is not a picture', async () => {
    await rm(target, { force: true });
    await writeFile(source, 'not a photo');
    expect(await pyramid(raws, { source, target })).toMatchObject({
      problem: { code: 'photo-not-an-image' },
    });
    expect(await readdir(folder)).toEqual(['photo']);
  });

  it('has no tile outside the picture, and no tiles at all if it is truncated or belongs to another picture', async () => {
    const size = await cut(enlarged('watch-steel.jpg', 2600).jpeg(quality));
    const { columns, rows } = gridOf(size, 0);
    expect(await findTile(target, size, { level: 0, x: columns - 1, y: rows - 1 })).not.toBeNull();
    for (const tile of [
      { level: 0, x: columns, y: 0 },
      { level: 0, x: 0, y: rows },
      { level: 1, x: 0, y: 0 },
    ]) {
      expect(await findTile(target, size, tile)).toBeNull();
    }
    const first = { level: 0, x: 0, y: 0 };
    expect(await findTile(target, { ...size, width: size.width - 1 }, first)).toBeNull();
    const whole = await readFile(target);
    for (const bytes of [0, 3, 50, whole.length - 1]) {
      await writeFile(target, whole.subarray(0, bytes));
      expect(await findTile(target, size, first), `${bytes} bytes`).toBeNull();
    }
  });
});
