import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { warmImages } from '../../../../test/fixtures/delivering.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import type { ExportRequest } from '../protocol.ts';
import { srgbProfile } from '../../../base/srgb-profile.ts';
import { adobeRgbProfile } from './adobe-rgb.ts';
import { rewriteContainer } from './container.ts';
import { profileDescription } from './icc.ts';

/** Image processing in a separate process with restricted image loaders, as with `npm start`. */
const images = warmImages();
const home = await ownFolder('export', afterAll);
let p3: Buffer;

beforeAll(async () => {
  const tagged = await plain().withIccProfile('p3').png().toBuffer();
  p3 = (await sharp(tagged).metadata()).icc ?? Buffer.alloc(0);
});

type Colour = readonly [number, number, number];

const colours: readonly Colour[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [0, 255, 255],
  [255, 255, 0],
  [255, 255, 255],
  [0, 0, 0],
  [128, 128, 128],
  [200, 30, 40],
  [17, 99, 201],
  [230, 180, 160],
  [64, 120, 60],
];
/**
 * Side of a patch in px: a multiple of the JPEG block size, so that no colour spreads into the next patch.
 */
const PATCH = 32;

/** Returns the colours side by side, without a profile. */
function plain() {
  const width = colours.length * PATCH;
  const data = Buffer.alloc(width * PATCH * 3);
  for (let at = 0; at < width * PATCH; at += 1) {
    data.set(colours[Math.floor((at % width) / PATCH)] ?? [], at * 3);
  }
  return sharp(data, { raw: { width, height: PATCH, channels: 3 } });
}

/** Reads the stored values in the centre of each patch. */
async function patchesOf(file: string): Promise<number[][]> {
  const { data, info } = await sharp(file, { ignoreIcc: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const row = Math.floor(info.height / 2) * info.width;
  return colours.map((_, n) => {
    const at = (row + Math.floor(((n + 0.5) * info.width) / colours.length)) * info.channels;
    return [...data.subarray(at, at + info.channels)];
  });
}

type Matrix = readonly (readonly [number, number, number])[];

/**
 * Returns the matrix from linear RGB to XYZ, from the published chromaticities, which all have D65 as
 * white point.
 */
function toXyz(red: Xy, green: Xy, blue: Xy): Matrix {
  const columns = [red, green, blue].map(([x, y]) => [x / y, 1, (1 - x - y) / y] as const);
  const rows = [0, 1, 2].map((i) => columns.map((column) => column[i] ?? 0)) as unknown as Matrix;
  const scale = times(inverse(rows), [0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329]);
  return rows.map((row) => row.map((value, at) => value * (scale[at] ?? 0))) as unknown as Matrix;
}
type Xy = readonly [x: number, y: number];

const spaces = {
  // IEC 61966-2-1
  srgb: toXyz([0.64, 0.33], [0.3, 0.6], [0.15, 0.06]),
  // SMPTE EG 432-1 with the white point and the curve of sRGB
  p3: toXyz([0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
  // Adobe RGB (1998) Color Image Encoding, 4.3.1
  adobe: toXyz([0.64, 0.33], [0.21, 0.71], [0.15, 0.06]),
};

const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/**
 * Returns a colour of sRGB or Display P3 in Adobe RGB, calculated only from the formulas in the
 * standards.
 */
function inAdobeRgb(colour: Colour, from: 'srgb' | 'p3'): number[] {
  const xyz = times(spaces[from], colour.map((level) => linear(level / 255)) as unknown as Colour);
  return times(inverse(spaces.adobe), xyz).map((value) =>
    Math.round(255 * Math.min(1, Math.max(0, value)) ** (256 / 563)),
  );
}

function times(matrix: Matrix, [a, b, c]: Colour): Colour {
  return matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Colour;
}

function inverse(m: Matrix): Matrix {
  const at = (row: number, column: number) => m[row % 3]?.[column % 3] ?? 0;
  const minor = (row: number, column: number) =>
    at(row + 1, column + 1) * at(row + 2, column + 2) -
    at(row + 1, column + 2) * at(row + 2, column + 1);
  const det = [0, 1, 2].reduce((sum, n) => sum + at(0, n) * minor(0, n), 0);
  return [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => minor(column, row) / det),
  ) as unknown as Matrix;
}

let made = 0;
async function exported(bytes: Buffer, name: string, request: Partial<ExportRequest>) {
  made += 1;
  const source = join(home, `${made}-${name}`);
  await writeFile(source, bytes);
  const target = join(home, `${made}-out`);
  const usual = { format: 'tiff', profile: 'srgb', longSide: null, quality: 90 } as const;
  return valueOf(await images.export({ source, target, ...usual, ...request }));
}

/**
 * Differences in linear light (0 to 1) below this value are not counted, because they are invisible: it is
 * about an eighth of 1/255.
 */
const UNSEEN = 0.0005;

/** Returns the largest visible difference in any channel, in 8-bit levels. */
function furthest(actual: readonly number[][], expected: readonly (readonly number[])[]): number {
  const light = (level: number) => (level / 255) ** (563 / 256);
  return Math.max(
    ...expected.flatMap((colour, n) =>
      colour.map((level, channel) => {
        const is = actual[n]?.[channel] ?? NaN;
        return Math.abs(light(is) - light(level)) < UNSEEN ? 0 : Math.abs(is - level);
      }),
    ),
  );
}

async function profileOf(file: string): Promise<string | null> {
  return profileDescription((await sharp(file).metadata()).icc ?? Buffer.alloc(0));
}

describe('Adobe RGB', () => {
  it('matches sRGB converted with the published primaries and curve', async () => {
    const png = await plain().png().toBuffer();
    const { file, extension } = await exported(png, 'a.png', { profile: 'adobe-rgb' });
    expect(extension).toBe('.tif');
    expect(await profileOf(file)).toBe('Compatible with Adobe RGB (1998)');
    const expected = colours.map((colour) => inAdobeRgb(colour, 'srgb'));
    expect(furthest(await patchesOf(file), expected)).toBeLessThanOrEqual(1);
  });

  it('keeps colours of Display P3 outside sRGB', async () => {
    const png = await plain().png().toBuffer();
    const tagged = (await rewriteContainer(png, 'png', { icc: p3, metadata: 'keep' })) ?? png;
    const { file } = await exported(tagged, 'p3.png', { profile: 'adobe-rgb' });
    const expected = colours.map((colour) => inAdobeRgb(colour, 'p3'));
    expect(furthest(await patchesOf(file), expected)).toBeLessThanOrEqual(2);
    const clipped = await exported(tagged, 'p3.png', { profile: 'srgb', format: 'png' });
    expect((await patchesOf(clipped.file))[0]).toEqual([255, 0, 0]);
    expect(await profileOf(clipped.file)).toBe('sRGB');
  });

  it('converts back to the original sRGB values', async () => {
    const out = await exported(await plain().png().toBuffer(), 'a.png', { profile: 'adobe-rgb' });
    const back = await exported(await readFile(out.file), 'b.tif', { profile: 'srgb' });
    expect(furthest(await patchesOf(back.file), colours)).toBeLessThanOrEqual(1);
    // a result that is already Adobe RGB is not converted again
    const same = await exported(await readFile(out.file), 'c.tif', { profile: 'adobe-rgb' });
    expect(await patchesOf(same.file)).toEqual(await patchesOf(out.file));
  });

  it.each([
    ['16 bits without a profile', () => plain().toColourspace('rgb16').png().toBuffer(), 1],
    ['a JPEG', () => plain().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(), 6],
  ])('treats %s as sRGB', async (_, source, tolerance) => {
    const { file } = await exported(await source(), 'x.img', { profile: 'adobe-rgb' });
    const expected = colours.map((colour) => inAdobeRgb(colour, 'srgb'));
    expect(furthest(await patchesOf(file), expected)).toBeLessThanOrEqual(tolerance);
    expect((await sharp(file).metadata()).depth).toBe('uchar');
  });

  it('is also embedded in pictures exported from CMYK and greyscale', async () => {
    for (const space of ['cmyk', 'b-w'] as const) {
      const source = await plain().toColourspace(space).jpeg({ quality: 100 }).toBuffer();
      const { file } = await exported(source, 'x.jpg', { profile: 'adobe-rgb', format: 'jpeg' });
      expect(await sharp(file).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
      const patches = await patchesOf(file);
      expect(furthest([patches[5] ?? []], [[255, 255, 255]])).toBeLessThanOrEqual(3);
      expect(await profileOf(file)).toBe('Compatible with Adobe RGB (1998)');
    }
  });
});

it('an exported picture is upright, and is only ever scaled down', async () => {
  const turned = await plain().jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const small = await exported(turned, 'a.jpg', { format: 'jpeg', longSide: 192 });
  expect(small).toMatchObject({ width: 16, height: 192, extension: '.jpg' });
  const { width, height, orientation, exif } = await sharp(small.file).metadata();
  expect({ width, height, orientation, exif }).toEqual({ width: 16, height: 192 });
  const large = await exported(turned, 'a.jpg', { format: 'png', longSide: 5000 });
  expect(large).toMatchObject({ width: PATCH, height: 12 * PATCH, extension: '.png' });
});

it('an export keeps alpha in PNG and TIFF, and flattens it on white in JPEG', async () => {
  const background = { r: 255, g: 0, b: 0, alpha: 0.5 };
  const create = { width: 64, height: 64, channels: 4, background } as const;
  const clear = await sharp({ create }).png().toBuffer();
  for (const format of ['png', 'tiff'] as const) {
    const { file } = await exported(clear, 'a.png', { format, longSide: 32 });
    const data = await sharp(file, { ignoreIcc: true }).raw().toBuffer();
    expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 128]);
  }
  const { file } = await exported(clear, 'a.png', { format: 'jpeg', quality: 100 });
  const { channels } = await sharp(file).metadata();
  expect(channels).toBe(3);
  expect(furthest([(await patchesOf(file))[0] ?? []], [[255, 127, 127]])).toBeLessThanOrEqual(3);
});

it('an export leaves the encoded pixels unchanged if format, profile and size match', async () => {
  const jpeg = await plain().jpeg({ quality: 60 }).toBuffer();
  const asItIs = { format: 'as-it-is' } as const;
  const labelled = await exported(jpeg, 'a.jpg', asItIs);
  expect(await profileOf(labelled.file)).toBe('sRGB');
  const decoded = (input: string | Buffer) => sharp(input).raw().toBuffer();
  expect(await decoded(labelled.file)).toEqual(await decoded(jpeg));
  const tagged =
    (await rewriteContainer(jpeg, 'jpeg', { icc: srgbProfile, metadata: 'keep' })) ?? jpeg;
  const same = await exported(tagged, 'b.jpg', asItIs);
  expect(await readFile(same.file)).toEqual(tagged);
  const adobe =
    (await rewriteContainer(jpeg, 'jpeg', { icc: adobeRgbProfile, metadata: 'keep' })) ?? jpeg;
  const kept = await exported(adobe, 'c.jpg', { ...asItIs, profile: 'adobe-rgb' });
  expect(await readFile(kept.file)).toEqual(adobe);
  const labels = { ...asItIs, profile: 'adobe-rgb' } as const;
  const webp = await exported(await plain().webp().toBuffer(), 'd.webp', labels);
  expect(webp.extension).toBe('.webp');
  expect(await profileOf(webp.file)).toBe('Compatible with Adobe RGB (1998)');
});

it('an export refuses a damaged result, reports a missing one, and leaves no files behind', async () => {
  const jpeg = await plain().jpeg().toBuffer();
  for (const format of ['as-it-is', 'jpeg'] as const) {
    const cut = jpeg.subarray(0, jpeg.length * 0.6);
    await expect(exported(cut, 'cut.jpg', { format, profile: 'adobe-rgb' })).rejects.toThrow(
      /cut\.jpg" is damaged/,
    );
  }
  const request = { format: 'png', profile: 'adobe-rgb', longSide: null, quality: 90 } as const;
  const files = { source: join(home, 'gone.png'), target: join(home, 'gone') };
  const gone = await images.export({ ...request, ...files });
  expect(gone).toMatchObject({ ok: false, problem: { code: 'file-missing', about: 'gone.png' } });
  expect((await readdir(home)).filter((name) => /icc|part/.test(name))).toEqual([]);
});
