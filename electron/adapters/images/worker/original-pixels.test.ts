import { mkdtemp, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPsd } from 'ag-psd';
import type { PixelData, Psd } from 'ag-psd';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { photoLike } from '../../../../test/fixtures/pictures.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import type { Composite } from '../types.ts';
import { check } from './check.ts';
import { mask } from './mask.ts';
import { originalPixels } from './original-pixels.ts';
import { readPsdHead } from './psd.ts';
import { RawPreviews } from './raw-preview.ts';

const raws = new RawPreviews();

const size = { width: 450, height: 300 };
/** Width in px, from the left, of the area that the mask keeps. */
const half = 225;
const middle = 150;
const top = await ownFolder('original', afterAll);
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(top, 'one-'));
});

const at = (name: string) => join(folder, name);

/** Writes a mask in the form that is sent; it keeps the left half of the picture. */
async function leftHalf(width: number, height: number): Promise<string> {
  const data = Buffer.alloc(width * height);
  for (let i = 0; i < data.length; i += 1) data[i] = i % width < width / 2 ? 255 : 0;
  const source = at('painted.png');
  await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toFile(source);
  const of = { photoWidth: size.width, photoHeight: size.height };
  return valueOf(await mask(raws, { source, target: at('mask'), width, height, ...of })).file;
}

/**
 * Writes a picture of one colour that stands for a result of the service, and is smaller than the
 * photo.
 */
async function resultOf(
  name: string,
  background: string,
  of = { width: 225, height: 150 },
): Promise<string> {
  await sharp({ create: { ...of, channels: 3, background } }).toFile(at(name));
  return at(name);
}

interface Case {
  readonly photo: string;
  readonly result: string;
  /** By default, the left half of the photo is kept. */
  readonly mask?: string;
  readonly feather?: number;
}

async function compose({ photo: source, result, mask: sent, feather = 8 }: Case) {
  const kept = sent ?? (await leftHalf(size.width, size.height));
  return originalPixels(raws, { source, result, mask: kept, target: at('composite'), feather });
}

async function composed(one: Case): Promise<Composite> {
  return valueOf(await compose(one));
}

/** Reads the stored pixels, ignoring the profile. */
async function stored(file: string): Promise<Buffer> {
  return sharp(file, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
}

function pixel(data: Buffer, x: number, y: number, width = size.width): number[] {
  return [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

async function readPsdFile(file: string): Promise<Psd> {
  return readPsd(await readFile(file), { useImageData: true, skipThumbnail: true });
}

function rgbOf(pixels: PixelData | undefined): Buffer {
  if (pixels === undefined) throw new Error('there are no pixels');
  const rgb = Buffer.alloc((pixels.data.length / 4) * 3);
  for (let i = 0, to = 0; i < pixels.data.length; i += 4, to += 3) {
    rgb.set(pixels.data.subarray(i, i + 3), to);
  }
  return rgb;
}

function greyOf(pixels: PixelData | undefined): number[] {
  const rgb = rgbOf(pixels);
  return Array.from({ length: rgb.length / 3 }, (_, i) => rgb[i * 3] ?? 0);
}

async function iccOf(file: string): Promise<Buffer | null | undefined> {
  await using handle = await open(file);
  const head = await readPsdHead(async (position, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  });
  return head?.icc;
}

/** Returns the largest and the mean difference of the samples in the columns before `to`. */
function differences(one: Buffer, other: Buffer, to: number): { worst: number; mean: number } {
  let [worst, sum] = [0, 0];
  for (let y = 0; y < size.height; y += 1) {
    for (let i = y * size.width * 3; i < (y * size.width + to) * 3; i += 1) {
      const difference = Math.abs((one[i] ?? 0) - (other[i] ?? 0));
      worst = Math.max(worst, difference);
      sum += difference;
    }
  }
  return { worst, mean: sum / (size.height * to * 3) };
}

describe('the original pixels of a photo in Display P3', () => {
  const feather = 20;
  let photo = '';
  beforeEach(async () => {
    photo = at('photo.png');
    // the numbers in `pixels` stay the same; the profile only changes which colours they represent
    const pixels = await (await photoLike(size.width, size.height, 12)).png().toBuffer();
    await sharp(pixels).withIccProfile('p3').png().toFile(photo);
  });

  it('are exactly the photo’s in a PNG, up to the feather, and the result has its profile', async () => {
    const result = await resultOf('result.png', '#ff0000');
    const { image, layers } = await composed({ photo, result, feather });
    expect(image).toMatchObject({ ...size, extension: '.png', file: at('composite.png') });
    const [own, made] = [await stored(photo), await stored(image.file)];
    expect(differences(own, made, half - feather).worst).toBe(0);
    // outside the kept area, the picture is only the result: sRGB red in Display P3
    expect(pixel(made, half, middle)).toEqual([234, 51, 34]);
    expect(pixel(made, 449, 299)).toEqual([234, 51, 34]);
    const [first, second] = [await sharp(photo).metadata(), await sharp(image.file).metadata()];
    expect(second.icc).toEqual(first.icc);
    expect(layers.ok).toBe(true);
    const left = await readdir(folder);
    expect(left.filter((name) => /\.(part|icc)$/.test(name))).toEqual([]);
  });

  it('are close to those of the photo in a JPEG', async () => {
    const result = await resultOf('result.jpg', '#ff0000');
    const { image } = await composed({ photo, result, feather });
    expect(image.extension).toBe('.jpg');
    const [own, made] = [await stored(photo), await stored(image.file)];
    const { worst, mean } = differences(own, made, half - 30);
    expect(worst).toBeLessThan(24);
    expect(mean).toBeLessThan(2);
  });

  it('are a layer of a PSD, whose merged layers equal the picture', async () => {
    const result = await resultOf('result.png', '#204080');
    const { image, layers } = await composed({ photo, result, feather });
    const { file } = valueOf(layers);
    expect(await check(raws, file, 'psd')).toMatchObject({ ok: true, value: size });
    const psd = await readPsdFile(file);
    expect(psd.children?.map(({ name }) => name)).toEqual(['Result', 'Photo']);
    const [below, above] = psd.children ?? [];
    const [own, made] = [await stored(photo), await stored(image.file)];
    expect(rgbOf(above?.imageData).equals(own)).toBe(true);
    expect(rgbOf(psd.imageData).equals(made)).toBe(true);
    const weights = greyOf(above?.mask?.imageData).slice(middle * size.width);
    expect([weights[0], weights[half]]).toEqual([255, 0]);
    expect(weights[half - 10]).toBeGreaterThan(0);
    expect(weights[half - 10]).toBeLessThan(255);
    // the layer is opaque, even where its mask hides it
    expect(above?.imageData?.data.every((value, n) => n % 4 !== 3 || value === 255)).toBe(true);
    const results = rgbOf(below?.imageData);
    expect(pixel(results, 3, 3)).toEqual(pixel(made, 440, 3));
    expect((await sharp(at('composite.png')).metadata()).icc).toEqual(await iccOf(file));
  });
});

describe('the edge', () => {
  const rowOf = (data: Buffer) =>
    Array.from({ length: size.width }, (_, x) => pixel(data, x, middle)[0] ?? 0);

  it('of a smaller mask stays inside the kept area, and is hard without a feather', async () => {
    const photo = at('photo.png');
    await sharp({ create: { ...size, channels: 3, background: '#ffffff' } }).toFile(photo);
    const result = await resultOf('result.png', '#000000', { width: 150, height: 100 });
    const sent = await leftHalf(150, 100);
    const hard = await composed({ photo, result, mask: sent, feather: 0 });
    const data = await stored(hard.image.file);
    const row = rowOf(data);
    expect(new Set(row)).toEqual(new Set([0, 255]));
    expect(row.lastIndexOf(255)).toBeLessThan(half);
    expect(row.lastIndexOf(255)).toBeGreaterThan(half - 10);

    const soft = await composed({ photo, result, mask: sent, feather: 100 });
    const feathered = await stored(soft.image.file);
    const passing = rowOf(feathered);
    expect(passing.every((value, x) => x === 0 || value <= (passing[x - 1] ?? 255))).toBe(true);
    expect(passing.filter((value) => value > 0 && value < 255).length).toBeGreaterThan(80);
    expect(passing[half - 1]).toBeLessThan(8);
    expect(passing[half - 110]).toBe(255);
    // the border of the picture is not an edge of the kept area
    expect(passing[0]).toBe(255);
    expect(pixel(feathered, 0, 0)).toEqual([255, 255, 255]);
  });
});

describe('a mask', () => {
  const grey = (data: Buffer, width: number, height: number) =>
    sharp(data, { raw: { width, height, channels: 1 } });

  /**
   * Composites a white photo over a black result, with a mask that has these rows; returns column 0
   * of the composite.
   */
  async function columnOf(rows: readonly number[], width: number, feather: number) {
    const height = rows.length;
    const flat = (background: string) =>
      ({ create: { width, height, channels: 3, background } }) as const;
    await sharp(flat('#ffffff')).png({ compressionLevel: 1 }).toFile(at('photo.png'));
    await sharp(flat('#000000')).png({ compressionLevel: 1 }).toFile(at('result.png'));
    const opacity = Buffer.concat(rows.map((value) => Buffer.alloc(width, value)));
    await sharp(flat('#ffffff'))
      .joinChannel(await grey(opacity, width, height).png().toBuffer())
      .png({ compressionLevel: 1 })
      .toFile(at('mask.png'));
    const files = { photo: at('photo.png'), result: at('result.png'), mask: at('mask.png') };
    const { image } = await composed({ ...files, feather });
    const data = await stored(image.file);
    return rows.map((_, y) => data[y * width * 3] ?? 0);
  }

  it('with a soft edge stays equally soft', async () => {
    const rows = Array.from({ length: 600 }, (_, y) => Math.max(0, 255 - Math.floor(y / 2)));
    const column = await columnOf(rows, 600, 0);
    expect(column.every((value, y) => Math.abs(value - (rows[y] ?? 0)) <= 1)).toBe(true);
  });

  it('is feathered equally in all bands of a large photo', async () => {
    // with bands of 2,000 rows, the edge of the kept area is just before the boundary of two bands
    const rows = Array.from({ length: 2100 }, (_, y) => (y < 1985 ? 0 : 255));
    const column = await columnOf(rows, 4000, 60);
    expect(column.slice(0, 1985).every((value) => value === 0)).toBe(true);
    const passing = column.slice(1985, 2046);
    expect(passing.every((value, n) => value >= (passing[n - 1] ?? 0))).toBe(true);
    expect(passing.every((value, n) => value - (passing[n - 1] ?? 0) < 12)).toBe(true);
    expect(column.slice(2046).every((value) => value === 255)).toBe(true);
  });
});

describe('a rotated photo', () => {
  it('is composited upright, in 8 bits', async () => {
    const photo = at('photo.tif');
    const upright = await photoLike(size.width, size.height, 8);
    const turned = await upright.rotate(90).toColourspace('rgb16').tiff().toBuffer();
    await sharp(turned).withMetadata({ orientation: 8 }).toColourspace('rgb16').toFile(photo);
    const result = await resultOf('result.png', '#00ff00');
    const { image } = await composed({ photo, result, feather: 0 });
    expect(image).toMatchObject(size);
    const own = await sharp(photo, { ignoreIcc: true })
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer();
    expect(differences(own, await stored(image.file), half - 1).worst).toBe(0);
    expect((await sharp(image.file).metadata()).orientation ?? 1).toBe(1);
  });
});

describe('a result', () => {
  let photo = '';
  beforeEach(async () => {
    photo = at('photo.jpg');
    await (await photoLike(size.width, size.height, 4)).jpeg().toFile(photo);
  });

  it('that is transparent stays transparent outside the kept area', async () => {
    const result = at('result.png');
    const create = { width: 225, height: 150, channels: 4, background: '#00000000' } as const;
    await sharp({ create }).toFile(result);
    const { image, layers } = await composed({ photo, result, feather: 4 });
    const data = await sharp(image.file).raw().toBuffer();
    expect(data[3]).toBe(255);
    expect(data[(size.width - 1) * 4 + 3]).toBe(0);
    expect([...data.subarray(0, 3)]).toEqual(pixel(await stored(photo), 0, 0));
    expect(await check(raws, valueOf(layers).file, 'psd')).toMatchObject({ ok: true });
  });

  it.each([
    ['cropped', { width: 225, height: 170 }],
    ['turned', { width: 150, height: 225 }],
  ])('that was %s is left unchanged, and nothing is written', async (_, other) => {
    const result = await resultOf('result.png', '#112233', other);
    const sent = await leftHalf(size.width, size.height);
    const before = await readdir(folder);
    const made = await compose({ photo, result, mask: sent });
    expect(made).toMatchObject({ ok: false, problem: { code: 'original-pixels-left' } });
    expect(await readdir(folder)).toEqual(before);
  });

  it('whose sides were rounded to whole pixels is accepted', async () => {
    const result = await resultOf('result.png', '#112233', { width: 512, height: 341 });
    expect(await composed({ photo, result })).toMatchObject({ image: size });
  });

  it('reports a damaged photo', async () => {
    const result = await resultOf('result.png', '#112233');
    const whole = await sharp(photo).toBuffer();
    await writeFile(photo, whole.subarray(0, whole.length / 2));
    const problem = { code: 'photo-damaged' };
    expect(await compose({ photo, result })).toMatchObject({ ok: false, problem });
  });
});
