import { writePsdBuffer } from 'ag-psd';
import * as fc from 'fast-check';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newFolder } from '../../../test/world/folder.ts';
import { readerOfBuffer } from '../../base/formats/bytes.ts';
import { wholenessOf, wholenessOfFile } from './whole.ts';

const bytesOfBuffer = (buffer: Buffer) => ({
  size: buffer.length,
  read: readerOfBuffer(buffer),
});

/** Returns a picture of noise, which does not end in zeros by chance. */
function picture(width = 40, height = 30, channels: 3 | 4 = 3) {
  let seed = 1;
  const data = Buffer.from(
    Array.from({ length: width * height * channels }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return 1 + (seed % 254);
    }),
  );
  return sharp(data, { raw: { width, height, channels } });
}

async function psd(options: { compress?: boolean; psb?: boolean }): Promise<Buffer> {
  const { data, info } = await picture(40, 30, 4).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const imageData = { width, height, data: new Uint8ClampedArray(data) };
  return writePsdBuffer({ width, height, imageData }, options);
}

async function jpegWithExifPreview(): Promise<Buffer> {
  const preview = await picture(8, 8).jpeg().toBuffer();
  const main = await picture().jpeg().toBuffer();
  const length = Buffer.alloc(2);
  length.writeUInt16BE(preview.length + 2);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1]), length, preview]);
  return Buffer.concat([main.subarray(0, 2), segment, main.subarray(2)]);
}

const samples: Record<string, () => Promise<Buffer>> = {
  JPEG: () => picture().jpeg().toBuffer(),
  'progressive JPEG': () => picture().jpeg({ progressive: true }).toBuffer(),
  'JPEG with a preview in EXIF': jpegWithExifPreview,
  PNG: () => picture().png().toBuffer(),
  TIFF: () => picture().tiff({ compression: 'none' }).toBuffer(),
  'LZW TIFF': () => picture().tiff({ compression: 'lzw' }).toBuffer(),
  'tiled TIFF': () => picture().tiff({ tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
  BigTIFF: () => picture().tiff({ bigtiff: true, compression: 'deflate' }).toBuffer(),
  WebP: () => picture().webp().toBuffer(),
  'lossless WebP with EXIF': () =>
    picture()
      .withExif({ IFD0: { Copyright: 'x' } })
      .webp({ lossless: true })
      .toBuffer(),
  AVIF: () => picture().avif({ effort: 0 }).toBuffer(),
  PSD: () => psd({ compress: false }),
  PSB: () => psd({ psb: true }),
};

describe('a complete file', () => {
  it.each(Object.keys(samples))('%s is complete', async (name) => {
    const buffer = await samples[name]!();
    expect(await wholenessOf(bytesOfBuffer(buffer))).toEqual({ isPhoto: true, end: 'whole' });
  });

  const film = '\0\0\0\x18ftypmp42 and then some film that holds no end mark';
  it.each([
    ['the video of a phone', Buffer.from(film)],
    ['the padding of a camera', Buffer.alloc(4_000)],
  ])('is complete with %s after its picture', async (_, behind) => {
    const buffer = Buffer.concat([await picture().jpeg().toBuffer(), behind]);
    expect((await wholenessOf(bytesOfBuffer(buffer))).end).toBe('whole');
  });
});

describe('an incomplete file', () => {
  it.each(Object.keys(samples))('F50 no beginning of %s is complete', async (name) => {
    const buffer = await samples[name]!();
    const lengths = fc.integer({ min: 0, max: buffer.length - 1 });
    await fc.assert(
      fc.asyncProperty(lengths, async (length) => {
        const { end } = await wholenessOf(bytesOfBuffer(buffer.subarray(0, length)));
        expect(end).toBe('cut');
      }),
      { numRuns: 400, examples: Array.from({ length: 40 }, (_, i) => [buffer.length - 1 - i]) },
    );
  });

  it.each(Object.keys(samples))('F49 no preallocated %s is complete', async (name) => {
    const buffer = await samples[name]!();
    // disks fill files by blocks; the last few bytes may be a resolution or padding that is not
    // needed
    const filled = fc.integer({ min: 0, max: buffer.length - 64 });
    await fc.assert(
      fc.asyncProperty(filled, async (length) => {
        const reserved = Buffer.alloc(buffer.length);
        buffer.copy(reserved, 0, 0, length);
        const { end } = await wholenessOf(bytesOfBuffer(reserved));
        expect(end).not.toBe('whole');
      }),
      { numRuns: 400 },
    );
  });

  it('F49 is a picture with much reserved space after it', async () => {
    const buffer = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(200_000)]);
    expect((await wholenessOf(bytesOfBuffer(buffer))).end).toBe('cut');
  });
});

describe('a file that is not a photo', () => {
  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', 'not a photo'])(
    'F80 is detected by its content: %s',
    async (text) => {
      const bytes = bytesOfBuffer(Buffer.from(text));
      expect(await wholenessOf(bytes)).toEqual({ isPhoto: false, end: 'unsure' });
    },
  );

  it('never throws or hangs, whatever follows a known beginning', async () => {
    const beginnings = await Promise.all(
      Object.values(samples).map(async (make) => (await make()).subarray(0, 40)),
    );
    const heads = fc.constantFrom(Buffer.alloc(0), ...beginnings);
    await fc.assert(
      fc.asyncProperty(heads, fc.uint8Array({ maxLength: 2_000 }), async (head, rest) => {
        const { end } = await wholenessOf(bytesOfBuffer(Buffer.concat([head, rest])));
        expect(['whole', 'cut', 'unsure']).toContain(end);
      }),
      { numRuns: 1_000 },
    );
  });

  it('F79 a TIFF whose directories form a loop is not read endlessly', async () => {
    const loop = Buffer.alloc(64);
    loop.write('II*\0', 'latin1');
    loop.writeUInt32LE(8, 4);
    loop.writeUInt16LE(1, 8);
    loop.writeUInt32LE(8, 22);
    expect((await wholenessOf(bytesOfBuffer(loop))).end).toBe('cut');
  });
});

it('a file that is read piece by piece gives the same result as one in memory', async () => {
  const folder = await newFolder('whole');
  onTestFinished(() => rm(folder, { recursive: true }));
  const film = Buffer.alloc(700_000, 0x5a);
  const buffer = Buffer.concat([await picture(900, 700).jpeg({ quality: 95 }).toBuffer(), film]);
  const file = join(folder, 'a.jpg');
  await writeFile(file, buffer);
  expect((await wholenessOfFile(file)).end).toBe('whole');
  await writeFile(file, buffer.subarray(0, buffer.length - film.length - 2));
  expect((await wholenessOfFile(file)).end).toBe('cut');
});
