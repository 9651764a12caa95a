import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { readerOfBuffer } from '../../../base/formats/bytes.ts';
import { copyHarness } from '../../../../test/fixtures/copies.ts';
import { presetOf } from '../../../../test/fixtures/finishing.ts';
import { difference, patches, patchPixels } from '../../../../test/fixtures/pictures.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { exportPicture } from './export.ts';
import { finishPhoto } from './finish/finish.ts';
import { originalPixels } from './original-pixels.ts';
import { pyramid } from './pyramid.ts';
import { RawPreviews } from './raw-preview.ts';
import { thumbnail } from './thumbnail.ts';
import { readTiff, tag } from './tiff-ifd.ts';

const raws = new RawPreviews();
const { folder, copyOf } = copyHarness();
const [width, height] = [640, 560];

const raw = { width, height, channels: 4 } as const;

/** Returns the pixels of `patches` with a channel that is 0 on the left, 128 in the middle and 255 on the right. */
function withExtra(): Buffer {
  const colours = patchPixels(width, height);
  const data = Buffer.alloc(width * height * 4);
  for (let i = 0; i < width * height; i += 1) {
    colours.copy(data, i * 4, i * 3, i * 3 + 3);
    data[i * 4 + 3] = [0, 128, 255][Math.floor(((i % width) * 3) / width)] ?? 0;
  }
  return data;
}

interface Stored {
  readonly bigtiff?: boolean;
  readonly program?: 'Photoshop' | 'another';
}

/** Returns a TIFF whose extra channels are of this kind: 0 unspecified, 1 premultiplied alpha, 2 alpha. */
async function tiffOf(
  image: Sharp,
  kind: 0 | 1 | 2,
  { bigtiff = false, program = 'Photoshop' }: Stored = {},
): Promise<Buffer> {
  const plain = await image.tiff({ compression: 'none', bigtiff }).toBuffer();
  const file = program === 'Photoshop' ? withResources(plain, bigtiff) : plain;
  const tiff = await readTiff(readerOfBuffer(file));
  const extra = tiff?.ifds[0]?.tags.get(tag.extraSamples);
  if (tiff === null || extra === undefined) throw new Error('The TIFF has no extra channel.');
  for (let at = extra.position; at < extra.position + extra.count * 2; at += 2) {
    if (tiff.littleEndian) file.writeUInt16LE(kind, at);
    else file.writeUInt16BE(kind, at);
  }
  return file;
}

/** Adds Photoshop's image resources to a TIFF in little-endian byte order, in a new directory at its end. */
function withResources(file: Buffer, bigtiff: boolean): Buffer {
  const [word, counter, headAt] = bigtiff ? [8, 8, 8] : [4, 2, 4];
  const at = file.readUInt32LE(headAt);
  const count = file.readUInt16LE(at);
  const size = 4 + 2 * word;
  const starts = Array.from({ length: count }, (_, n) => at + counter + n * size);
  const end = at + counter + count * size;
  const next = starts.find((start) => file.readUInt16LE(start) > tag.photoshop) ?? end;
  const entry = Buffer.alloc(size);
  entry.writeUInt16LE(tag.photoshop);
  // four bytes, stored in the entry itself
  entry.writeUInt16LE(1, 2);
  entry.writeUInt32LE(4, 4);
  entry.write('8BIM', 4 + word);
  const counted = Buffer.alloc(counter);
  counted.writeUInt16LE(count + 1);
  const [before, after] = [file.subarray(at + counter, next), file.subarray(next, end + word)];
  const head = Buffer.from(file);
  head.writeUInt32LE(file.length + (file.length % 2), headAt);
  const padding = Buffer.alloc(file.length % 2);
  return Buffer.concat([head, padding, counted, before, entry, after]);
}

describe('F83 a selection saved in a TIFF is not transparency', () => {
  const p3 = (image: Sharp) => image.withIccProfile('p3');
  it.each([
    ['RGB', p3, false],
    ['a BigTIFF', p3, true],
    ['RGB with 16 bits', (image: Sharp) => image.toColourspace('rgb16'), false],
    ['CMYK', (image: Sharp) => image.withIccProfile('cmyk'), false],
    ['grey', (image: Sharp) => image.toColourspace('b-w'), false],
    ['grey with 16 bits', (image: Sharp) => image.toColourspace('grey16'), false],
  ] as const)('in the copy of %s', async (name, stored, isBig) => {
    const opaque = stored(patches(width, height)).tiff({ compression: 'none' });
    const plain = await copyOf(`${name}.tif`, await opaque.toBuffer());
    const selected = await tiffOf(stored(sharp(withExtra(), { raw })), 0, {
      bigtiff: isBig,
    });
    const copy = await copyOf(`${name} selected.tif`, selected);
    expect(copy.metadata.hasAlpha).toBe(false);
    expect(copy.changes).toEqual(['saved selection left out', ...plain.changes]);
    expect(difference(copy.pixels.data, plain.pixels.data)).toBe(0);
  });

  it('also if there are several', async () => {
    const two = sharp(withExtra(), { raw }).joinChannel(Buffer.alloc(width * height), {
      raw: { width, height, channels: 1 },
    });
    const copy = await copyOf('two.tif', await tiffOf(two, 0));
    expect(copy.metadata.hasAlpha).toBe(false);
    expect(copy.changes[0]).toBe('2 saved selections left out');
  });

  it('in previews, tiles, exports, shop files and original pixels', async () => {
    const paths = [join(folder, 'plain.tif'), join(folder, 'selected.tif')] as const;
    await patches(width, height).tiff({ compression: 'none' }).toFile(paths[0]);
    await writeFile(paths[1], await tiffOf(sharp(withExtra(), { raw }), 0));
    const result = join(folder, 'result.png');
    const mask = join(folder, 'mask.png');
    await sharp({ create: { width, height, channels: 3, background: '#808080' } }).toFile(result);
    await sharp({ create: { width, height, channels: 4, background: '#ffff' } }).toFile(mask);
    const preset = presetOf({});
    const makers = {
      thumbnail: (source: string, target: string) => thumbnail(raws, { source, target, size: 300 }),
      pyramid: (source: string, target: string) => pyramid(raws, { source, target }),
      export: (source: string, target: string) =>
        exportPicture(raws, {
          source,
          target,
          format: 'png',
          profile: 'srgb',
          longSide: null,
          quality: 90,
        }),
      finish: (source: string, target: string) =>
        finishPhoto(raws, {
          source,
          subject: null,
          files: [{ preset, output: preset.outputs[0]!, target }],
        }),
      original: (source: string, target: string) =>
        originalPixels(raws, { source, result, mask, target, feather: 0 }),
    };
    for (const [name, make] of Object.entries(makers)) {
      const written = await Promise.all(
        paths.map(async (source, at) => {
          const target = join(folder, `${name}-${at}`);
          valueOf<unknown>(await make(source, target));
          const extension = name === 'export' || name === 'original' ? '.png' : '';
          return readFile(`${target}${extension}`);
        }),
      );
      expect(written[1]?.equals(written[0]!), name).toBe(true);
    }
  });
});

it('F83 transparency stays in the TIFF of another program that does not state it as such', async () => {
  const image = () => sharp(withExtra(), { raw });
  const stated = await copyOf('stated.tif', await tiffOf(image(), 2));
  const silent = await copyOf('silent.tif', await tiffOf(image(), 0, { program: 'another' }));
  expect(silent.metadata.hasAlpha).toBe(true);
  expect(silent.content.equals(stated.content)).toBe(true);
});

it('F83 transparency in a TIFF stays, also if its colours are premultiplied', async () => {
  const alpha = withExtra();
  const premultiplied = Buffer.from(
    alpha.map((value, at) =>
      at % 4 === 3 ? value : Math.round((value * alpha[at - (at % 4) + 3]!) / 255),
    ),
  );
  const plain = await copyOf('plain.tif', await tiffOf(sharp(alpha, { raw }), 2));
  const restored = await copyOf('restored.tif', await tiffOf(sharp(premultiplied, { raw }), 1));
  expect([plain.metadata.hasAlpha, restored.metadata.hasAlpha]).toEqual([true, true]);
  // colours that cannot be seen are lost
  const visible = ({ pixels }: typeof plain) =>
    sharp(pixels.data, { raw }).flatten({ background: '#808080' }).raw().toBuffer();
  expect(difference(await visible(restored), await visible(plain))).toBeLessThan(1);
});
