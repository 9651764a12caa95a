import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPsd } from 'ag-psd';
import type { PixelData, Psd } from 'ag-psd';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { photoLike } from '../../../test/fixtures/pictures.ts';
import type { Composite } from '../types.ts';
import { check } from './check.ts';
import { mask } from './mask.ts';
import { originalPixels } from './original-pixels.ts';
import { readPsdHead } from './psd.ts';

const size = { width: 900, height: 600 };
/** px from the left that the mask keeps. */
const half = 450;
const middle = 300;
let top = '';
let folder = '';
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'darkslide-original-'));
});
beforeEach(async () => {
  folder = await mkdtemp(join(top, 'one-'));
});
afterAll(() => rm(top, { recursive: true }));

const at = (name: string) => join(folder, name);

/** A mask as it is sent: the left half of the picture is kept. */
async function leftHalf(width: number, height: number): Promise<string> {
  const data = Buffer.alloc(width * height);
  for (let i = 0; i < data.length; i += 1) data[i] = i % width < width / 2 ? 255 : 0;
  const source = at('painted.png');
  await sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toFile(source);
  const sent = await mask({
    source,
    target: at('mask'),
    width,
    height,
    photoWidth: size.width,
    photoHeight: size.height,
  });
  if (!sent.ok) throw new Error(sent.problem.message);
  return sent.value.file;
}

/** A flat picture of the service, smaller than the photo. */
async function resultOf(
  name: string,
  colour: string,
  { width, height } = { width: 450, height: 300 },
): Promise<string> {
  await sharp({ create: { width, height, channels: 3, background: colour } }).toFile(at(name));
  return at(name);
}

interface Case {
  readonly photo: string;
  readonly result: string;
  readonly mask: string;
  readonly feather: number;
}

async function composed({ photo, result, mask: sent, feather }: Case): Promise<Composite> {
  const made = await originalPixels({
    source: photo,
    result,
    mask: sent,
    target: at('composite'),
    feather,
  });
  if (!made.ok) throw new Error(made.problem.message);
  return made.value;
}

/** Pixels as they are stored, whatever the profile says. */
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

/** The largest difference of a sample in columns `from` to `to`. */
function worst(one: Buffer, other: Buffer, from: number, to: number): number {
  let most = 0;
  for (let y = 0; y < size.height; y += 1) {
    for (let i = (y * size.width + from) * 3; i < (y * size.width + to) * 3; i += 1) {
      most = Math.max(most, Math.abs((one[i] ?? 0) - (other[i] ?? 0)));
    }
  }
  return most;
}

/** The mean difference of the samples in columns `from` to `to`. */
function mean(one: Buffer, other: Buffer, from: number, to: number): number {
  let sum = 0;
  for (let y = 0; y < size.height; y += 1) {
    for (let i = (y * size.width + from) * 3; i < (y * size.width + to) * 3; i += 1) {
      sum += Math.abs((one[i] ?? 0) - (other[i] ?? 0));
    }
  }
  return sum / (size.height * (to - from) * 3);
}

describe('the original pixels of a photo in Display P3', () => {
  const feather = 20;
  let photo = '';
  beforeEach(async () => {
    photo = at('photo.png');
    // the values are the photo's; the profile says what they mean
    const pixels = await (await photoLike(size.width, size.height, 12)).png().toBuffer();
    await sharp(pixels).withIccProfile('p3').png().toFile(photo);
  });

  it('are exactly those of the photo in a PNG, up to the feather, and the result is in its colours', async () => {
    const result = await resultOf('result.png', '#ff0000');
    const { image, layers } = await composed({
      photo,
      result,
      mask: await leftHalf(size.width, size.height),
      feather,
    });
    expect(image).toMatchObject({ ...size, extension: '.png', file: at('composite.png') });
    const [own, made] = [await stored(photo), await stored(image.file)];
    expect(worst(own, made, 0, half - feather)).toBe(0);
    // nothing of the photo outside of what is kept: sRGB red, as Display P3 counts it
    expect(pixel(made, half, middle)).toEqual([234, 51, 34]);
    expect(pixel(made, 899, 599)).toEqual([234, 51, 34]);
    const [first, second] = [await sharp(photo).metadata(), await sharp(image.file).metadata()];
    expect(second.icc).toEqual(first.icc);
    expect(layers.ok).toBe(true);
    const left = await readdir(folder);
    expect(left.filter((name) => /\.(part|icc)$/.test(name))).toEqual([]);
  });

  it('are close to those of the photo in a JPEG', async () => {
    const result = await resultOf('result.jpg', '#ff0000');
    const sent = await leftHalf(size.width, size.height);
    const { image } = await composed({ photo, result, mask: sent, feather });
    expect(image.extension).toBe('.jpg');
    const [own, made] = [await stored(photo), await stored(image.file)];
    expect(worst(own, made, 0, half - 30)).toBeLessThan(24);
    expect(mean(own, made, 0, half - 30)).toBeLessThan(2);
  });

  it('lie in a PSD whose layers come to the same', async () => {
    const result = await resultOf('result.png', '#204080');
    const sent = await leftHalf(size.width, size.height);
    const { image, layers } = await composed({ photo, result, mask: sent, feather });
    if (!layers.ok) throw new Error(layers.problem.message);
    expect(await check(layers.value.file, 'psd')).toMatchObject({ ok: true, value: size });
    const psd = await readPsdFile(layers.value.file);
    expect(psd.children?.map(({ name }) => name)).toEqual(['Result', 'Photo']);
    const [below, above] = psd.children ?? [];
    const [own, made] = [await stored(photo), await stored(image.file)];
    expect(rgbOf(above?.imageData).equals(own)).toBe(true);
    expect(rgbOf(psd.imageData).equals(made)).toBe(true);
    const weights = greyOf(above?.mask?.imageData);
    expect(weights[middle * size.width]).toBe(255);
    expect(weights[middle * size.width + half]).toBe(0);
    expect(weights[middle * size.width + half - 10]).toBeGreaterThan(0);
    expect(weights[middle * size.width + half - 10]).toBeLessThan(255);
    // opaque, whatever its mask hides
    expect(above?.imageData?.data.every((value, n) => n % 4 !== 3 || value === 255)).toBe(true);
    const results = rgbOf(below?.imageData);
    expect(pixel(results, 3, 3)).toEqual(pixel(made, 890, 3));
    expect((await sharp(at('composite.png')).metadata()).icc).toEqual(
      await iccOf(layers.value.file),
    );
  });
});

describe('the edge', () => {
  it('of a smaller mask stays inside what is kept, and is hard without a feather', async () => {
    const photo = at('photo.png');
    await sharp({ create: { ...size, channels: 3, background: '#ffffff' } }).toFile(photo);
    const result = await resultOf('result.png', '#000000', { width: 300, height: 200 });
    const sent = await leftHalf(300, 200);
    const hard = await composed({ photo, result, mask: sent, feather: 0 });
    const data = await stored(hard.image.file);
    const row = Array.from({ length: size.width }, (_, x) => pixel(data, x, middle)[0] ?? 0);
    expect(new Set(row)).toEqual(new Set([0, 255]));
    expect(row.lastIndexOf(255)).toBeLessThan(half);
    expect(row.lastIndexOf(255)).toBeGreaterThan(half - 10);

    const soft = await composed({ photo, result, mask: sent, feather: 100 });
    const feathered = await stored(soft.image.file);
    const passing = Array.from(
      { length: size.width },
      (_, x) => pixel(feathered, x, middle)[0] ?? 0,
    );
    expect(passing.every((value, x) => x === 0 || value <= (passing[x - 1] ?? 255))).toBe(true);
    expect(passing.filter((value) => value > 0 && value < 255).length).toBeGreaterThan(80);
    expect(passing[half - 1]).toBeLessThan(8);
    expect(passing[half - 110]).toBe(255);
    // the edge of the picture is none of the kept area
    expect(passing[0]).toBe(255);
    expect(pixel(feathered, 0, 0)).toEqual([255, 255, 255]);
  });
});

describe('a mask', () => {
  const grey = (data: Buffer, width: number, height: number) =>
    sharp(data, { raw: { width, height, channels: 1 } });

  /** Column 0 of white over black by a mask of these rows, which is sent as it is. */
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
    const { image } = await composed({
      photo: at('photo.png'),
      result: at('result.png'),
      mask: at('mask.png'),
      feather,
    });
    const data = await stored(image.file);
    return rows.map((_, y) => data[y * width * 3] ?? 0);
  }

  it('with a soft edge of its own stays as soft as it is', async () => {
    const rows = Array.from({ length: 600 }, (_, y) => Math.max(0, 255 - Math.floor(y / 2)));
    const column = await columnOf(rows, 600, 0);
    expect(column.every((value, y) => Math.abs(value - (rows[y] ?? 0)) <= 1)).toBe(true);
  });

  it('is feathered alike in every band of a large photo', async () => {
    // bands of 2,000 rows here: the edge of the kept area lies just before the seam
    const rows = Array.from({ length: 2100 }, (_, y) => (y < 1985 ? 0 : 255));
    const column = await columnOf(rows, 4000, 60);
    expect(column.slice(0, 1985).every((value) => value === 0)).toBe(true);
    const passing = column.slice(1985, 2046);
    expect(passing.every((value, n) => value >= (passing[n - 1] ?? 0))).toBe(true);
    expect(passing.every((value, n) => value - (passing[n - 1] ?? 0) < 12)).toBe(true);
    expect(column.slice(2046).every((value) => value === 255)).toBe(true);
  });
});

describe('a photo that has to be turned', () => {
  it('is composited upright, in 8 bits', async () => {
    const photo = at('photo.tif');
    const upright = await photoLike(size.width, size.height, 8);
    const turned = await upright.rotate(90).toColourspace('rgb16').tiff().toBuffer();
    await sharp(turned).withMetadata({ orientation: 8 }).toColourspace('rgb16').toFile(photo);
    const result = await resultOf('result.png', '#00ff00');
    const sent = await leftHalf(size.width, size.height);
    const { image } = await composed({ photo, result, mask: sent, feather: 0 });
    expect(image).toMatchObject(size);
    const own = await sharp(photo, { ignoreIcc: true })
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer();
    expect(worst(own, await stored(image.file), 0, half - 1)).toBe(0);
    expect((await sharp(image.file).metadata()).orientation ?? 1).toBe(1);
  });
});

describe('a result', () => {
  let photo = '';
  beforeEach(async () => {
    photo = at('photo.jpg');
    await (await photoLike(size.width, size.height, 4)).jpeg().toFile(photo);
  });

  it('that is transparent stays so outside of what is kept', async () => {
    const result = at('result.png');
    await sharp({
      create: { width: 450, height: 300, channels: 4, background: '#00000000' },
    }).toFile(result);
    const sent = await leftHalf(size.width, size.height);
    const { image, layers } = await composed({ photo, result, mask: sent, feather: 4 });
    const data = await sharp(image.file).raw().toBuffer();
    expect(data[3]).toBe(255);
    expect(data[(size.width - 1) * 4 + 3]).toBe(0);
    expect([...data.subarray(0, 3)]).toEqual(pixel(await stored(photo), 0, 0));
    if (!layers.ok) throw new Error(layers.problem.message);
    expect(await check(layers.value.file, 'psd')).toMatchObject({ ok: true });
  });

  it.each([
    ['cropped', { width: 450, height: 340 }],
    ['turned', { width: 300, height: 450 }],
  ])('that was %s is not touched, and nothing is written', async (_, other) => {
    const result = await resultOf('result.png', '#112233', other);
    const sent = await leftHalf(size.width, size.height);
    const before = await readdir(folder);
    const made = await originalPixels({
      source: photo,
      result,
      mask: sent,
      target: at('composite'),
      feather: 8,
    });
    expect(made).toMatchObject({ ok: false, problem: { code: 'original-pixels-left' } });
    expect(await readdir(folder)).toEqual(before);
  });

  it('whose sides were rounded has the shape of the photo', async () => {
    const result = await resultOf('result.png', '#112233', { width: 1024, height: 683 });
    const sent = await leftHalf(size.width, size.height);
    expect(await composed({ photo, result, mask: sent, feather: 8 })).toMatchObject({
      image: size,
    });
  });

  it('is told when the photo is damaged', async () => {
    const result = await resultOf('result.png', '#112233');
    const sent = await leftHalf(size.width, size.height);
    const whole = await sharp(photo).toBuffer();
    await writeFile(photo, whole.subarray(0, whole.length / 2));
    const target = at('composite');
    expect(
      await originalPixels({ source: photo, result, mask: sent, target, feather: 8 }),
    ).toMatchObject({ ok: false, problem: { code: 'photo-damaged' } });
  });
});
