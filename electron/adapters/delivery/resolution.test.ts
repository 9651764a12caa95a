import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { openBench, picture, plainContext, psdOf } from '../../../test/fixtures/delivering.ts';
import { statedInPsd, storedDpi, withoutPhys } from '../../../test/fixtures/resolution.ts';
import { systemClock } from '../../base/clock.ts';
import { sha256File } from '../../base/files.ts';
import { startNode } from '../images/start-node.ts';
import { startExiftool } from './exiftool.ts';
import { createMarker } from './metadata.ts';
import { askedDpi, dpiOf } from './resolution.ts';
import { USUAL } from './stated-resolution.ts';

const { reader, images, home } = await openBench('resolution');
const parts = { startHelper: startNode, clock: systemClock };
const marker = createMarker(parts);
let counter = 0;
afterAll(() => marker.close());

const results: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['png', () => picture().png().toBuffer()],
  ['jpeg', () => picture().jpeg().toBuffer()],
  ['webp', () => picture().webp().toBuffer()],
  ['tiff', () => picture().tiff().toBuffer()],
  ['psd', () => psdOf()],
];

/** Writes a result with metadata; returns the path of the new file. */
async function marked(
  result: Buffer,
  photo: Buffer | null,
  metadataFrom?: string,
): Promise<string> {
  counter += 1;
  const at = (name: string) => join(home, `${name}-${counter}`);
  const [from, to, photoPath] = [at('from'), at('to'), at('photo')];
  await writeFile(from, result);
  if (photo !== null) await writeFile(photoPath, photo);
  const context = {
    ...plainContext,
    outFolder: home,
    photoSha256: photo === null ? null : await sha256File(photoPath),
    photoPath: photo === null ? null : photoPath,
    metadata: 'keep',
    ...(metadataFrom === undefined ? {} : { metadataFrom }),
  } as const;
  expect(await marker.mark({ from, to, context })).toEqual({ ok: true, value: undefined });
  return to;
}

async function exifDpi(file: string): Promise<unknown[]> {
  const names = ['IFD0:XResolution', 'IFD0:YResolution', 'IFD0:ResolutionUnit'];
  const readArgs = ['-G1', '-n', ...names.map((name) => `-${name}`)];
  const tags = (await reader.readRaw(file, { readArgs })) as Record<string, unknown>;
  return names.map((name) => tags[name]);
}

describe.each(results)('B19 a marked %s', (format, makeResult) => {
  it('B19 states the resolution of its photo', async () => {
    const file = await marked(await makeResult(), await dense(240).jpeg().toBuffer());
    expect(storedDpi(await readFile(file))).toEqual([240, 240]);
    expect(await exifDpi(file)).toEqual([240, 240, 2]);
    // sharp reads no resolution from a WebP, and cannot read a PSD
    if (format === 'psd' || format === 'webp') return;
    expect((await sharp(file).metadata()).density).toBe(240);
  });

  it('B19 states 300 dpi if the photo is an address, even after the result was exported or its stars were changed', async () => {
    const file = await marked(await makeResult(), null);
    expect(storedDpi(await readFile(file))).toEqual([300, 300]);
    if (format === 'psd') return;
    const delivered = await marked(await makeResult(), await dense(180).jpeg().toBuffer());
    const small = await sharp(delivered).resize(20).png().toBuffer();
    const exported = await marked(small, null, delivered);
    expect(storedDpi(await readFile(exported))).toEqual([180, 180]);
    const rated = `${exported}-rated`;
    const mark = { pick: 1, stars: 4 } as const;
    expect(await marker.rate({ from: exported, to: rated, mark })).toMatchObject({ ok: true });
    expect(storedDpi(await readFile(rated))).toEqual([180, 180]);
  });
});

it('B19 a PSD stays readable when the resolution is added', async () => {
  const file = await marked(await psdOf(), null);
  const readArgs = ['-n', '-Warning', '-Photoshop:XResolution', '-ImageWidth'];
  const tags = await reader.readRaw(file, { readArgs });
  expect(tags).toMatchObject({ XResolution: 300, ImageWidth: 40 });
  expect(tags).not.toHaveProperty('Warning');
  expect((await images.check(file, 'psd')).ok).toBe(true);
});

const dense = (dpi: number) => picture().withDensity(dpi);
/**
 * Returns EXIF data that states a resolution of `dots` / `per` dots per unit. `unit` is 2 for an inch and 3
 * for a cm; null leaves the unit out.
 */
function exif(dots: number, per: number, unit: number | null, order: 'II' | 'MM' = 'II'): Buffer {
  const bytes = Buffer.alloc(46);
  const short = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(order, 'latin1');
  short(42, 2);
  long(8, 4);
  short(unit === null ? 1 : 2, 8);
  for (const [at, tag, type, value] of [
    [10, 0x1_1a, 5, 38],
    [22, 0x1_28, 3, 0],
  ] as const) {
    short(tag, at);
    short(type, at + 2);
    long(1, at + 4);
    long(value, at + 8);
  }
  short(unit ?? 0, 30);
  if (unit === null) bytes.fill(0, 22, 38);
  long(dots, 38);
  long(per, 42);
  return bytes;
}

/** Returns a JPEG with additional segments, each given as a marker and its data. */
async function jpegWith(...segments: readonly (readonly [number, Buffer])[]): Promise<Buffer> {
  const jpeg = await picture().jpeg().toBuffer();
  const made = segments.map(([marker, data]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...made, jpeg.subarray(2)]);
}
/** Returns a JPEG with these bytes before its first segment. */
async function jpegBehind(hex: string): Promise<Buffer> {
  const jpeg = await picture().jpeg().toBuffer();
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from(hex, 'hex'), jpeg.subarray(2)]);
}
const inExif = (...told: Parameters<typeof exif>) =>
  [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(...told)])] as const;
const inJfif = (dots: number, unit: number) =>
  [0xe0, Buffer.from([0x4a, 0x46, 0x49, 0x46, 0, 1, 2, unit, 0, dots, 0, dots, 0, 0])] as const;
const inResources = (dpi: number) => {
  const resource = Buffer.from('8BIM\x03\xed\0\0\0\0\0\x10\0\0\0\0\0\x01\0\x01', 'latin1');
  resource.writeUInt16BE(dpi, 12);
  const both = [resource, resource.subarray(12)];
  return [0xed, Buffer.concat([Buffer.from('Photoshop 3.0\0'), ...both])] as const;
};

/**
 * Returns a PNG with one additional chunk, given as its kind and data, before the chunk `before`
 * (by default, before the pixels).
 */
async function pngWith(kind: string, data: Buffer, before = 'IDAT'): Promise<Buffer> {
  const png = withoutPhys(await picture().png().toBuffer());
  const at = png.indexOf(before) - 4;
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(kind), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)]);
}
const inPhys = (dots: number, unit: number) => {
  const data = Buffer.alloc(9);
  data.writeUInt32BE(dots, 0);
  data.writeUInt32BE(dots, 4);
  data.writeUInt8(unit, 8);
  return ['pHYs', data] as const;
};
const webpWith = () => picture().withExif({ IFD0: { Make: 'Nikon' } });

/** Photos that state their resolution in different ways, and the dpi that Darkslide uses. */
type Photo = readonly [string, number, () => Promise<Buffer>];
const plain: readonly Photo[] = [
  ['JPEG without a resolution', 300, () => jpegWith()],
  ['JPEG with EXIF', 240, () => jpegWith(inExif(240, 1, 2))],
  ['JPEG with big-endian EXIF', 240, () => jpegWith(inExif(240, 1, 2, 'MM'))],
  ['JPEG with EXIF per cm', 254, () => jpegWith(inExif(1000, 10, 3))],
  ['JPEG with a fraction in EXIF', 72, () => jpegWith(inExif(719, 10, 2))],
  ['JPEG with EXIF without a unit', 300, () => jpegWith(inExif(72, 1, null))],
  ['JPEG with EXIF whose unit is "none"', 300, () => jpegWith(inExif(72, 1, 1))],
  ['JPEG with EXIF divided by 0', 300, () => jpegWith(inExif(72, 0, 2))],
  ['JPEG with EXIF and JFIF', 240, () => jpegWith(inJfif(96, 1), inExif(240, 1, 2))],
  [
    'JPEG with an implausible value in EXIF, and JFIF',
    96,
    () => jpegWith(inExif(99_999, 1, 2), inJfif(96, 1)),
  ],
  ['JPEG with JFIF', 96, () => jpegWith(inJfif(96, 1))],
  ['JPEG with JFIF per cm', 254, () => jpegWith(inJfif(100, 2))],
  ['JPEG with JFIF without a unit', 300, () => jpegWith(inJfif(72, 0))],
  ['JPEG with Photoshop resources and JFIF', 96, () => jpegWith(inJfif(96, 1), inResources(180))],
  ['PNG without a resolution', 300, async () => withoutPhys(await picture().png().toBuffer())],
  ['PNG with pHYs', 240, () => pngWith(...inPhys(9449, 1))],
  ['PNG with pHYs without a unit', 300, () => pngWith(...inPhys(9449, 0))],
  ['PNG with EXIF', 72, () => pngWith('eXIf', exif(72, 1, 2))],
  ['PNG with EXIF and pHYs', 72, () => dense(72).png().toBuffer()],
  ['PNG with EXIF after its pixels', 72, () => pngWith('eXIf', exif(72, 1, 2), 'IEND')],
  ['TIFF', 72, () => dense(72).tiff().toBuffer()],
  [
    'TIFF with a resolution per cm',
    127,
    () => picture().tiff({ resolutionUnit: 'cm', xres: 5 }).toBuffer(),
  ],
  ['WebP without a resolution', 300, () => picture().webp().toBuffer()],
  ['WebP with EXIF', 72, () => webpWith().withDensity(72).webp().toBuffer()],
];
/** Photos whose resolution only ExifTool can read. */
const others: readonly Photo[] = [
  ['JPEG with Photoshop resources', 180, () => jpegWith(inResources(180))],
  ['JPEG with two EXIF segments', 72, () => jpegWith(inExif(72, 1, 2), inExif(240, 1, 2))],
  ['JPEG with a segment without a length', 300, () => jpegBehind('ffe10000')],
  [
    'PNG with EXIF in an older form',
    300,
    () => pngWith('tEXt', Buffer.from('Raw profile type exif\0')),
  ],
  ['PSD', 240, () => psdOf(statedInPsd(240))],
  ['file that is not a photo', 300, () => Promise.resolve(Buffer.from('no photo'))],
];
const photos = [
  ...plain.map((photo) => [...photo, false] as const),
  ...others.map((photo) => [...photo, true] as const),
];

describe('B19 the resolution of a photo', async () => {
  const tool = await startExiftool(parts);
  afterAll(() => tool.close());

  it.each(photos)(
    'B19 of a %s is the value that ExifTool reads, %s dpi',
    async (what, dpi, make, isOdd) => {
      const file = join(home, `${what} %d.photo`);
      await writeFile(file, await make());
      const path = await tool.safe(file, 'file');
      expect(await askedDpi(tool, path).catch(() => USUAL)).toBe(dpi);
      let isAsked = false;
      const told = dpiOf(() => {
        isAsked = true;
        return Promise.resolve(tool);
      }, file);
      expect(await told.catch(() => USUAL)).toBe(dpi);
      expect(isAsked).toBe(isOdd);
    },
  );
});
