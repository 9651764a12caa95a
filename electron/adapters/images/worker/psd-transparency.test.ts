import { readFile } from 'node:fs/promises';
import { writePsdBuffer } from 'ag-psd';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { copyHarness } from '../../../../test/fixtures/copies.ts';
import { difference, patches, patchPixels } from '../../../../test/fixtures/pictures.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { originalPixels } from './original-pixels.ts';
import { RawPreviews } from './raw-preview.ts';

const { folder, copyOf } = copyHarness();
const [width, height] = [640, 560];
const raw = { width, height, channels: 4 } as const;

const alphas = [255, 128, 40];

/** `patches` with alpha that decreases from left to right. */
const rgba = Buffer.alloc(width * height * 4);
const rgb = patchPixels(width, height);
for (let i = 0; i < width * height; i += 1) {
  rgb.copy(rgba, i * 4, i * 3, i * 3 + 3);
  rgba[i * 4 + 3] = alphas[Math.floor(((i % width) * 3) / width)] ?? 0;
}

const u16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
const u32 = (value: number) => Buffer.concat([u16(value >>> 16), u16(value)]);

/** Returns a transparent PSD without compression whose stored values have white mixed in. */
function psdOf(bits: 8 | 16, layers: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from('8BPS\0\x01\0\0\0\0\0\0', 'latin1'), u16(4)]);
  const most = 2 ** bits - 1;
  const planes = [0, 1, 2, 3].map((channel) => {
    const plane = Buffer.alloc((width * height * bits) / 8);
    for (let i = 0; i < width * height; i += 1) {
      const opacity = (rgba[i * 4 + 3] ?? 0) / 255;
      const own = (rgba[i * 4 + channel] ?? 0) / 255;
      const value = Math.round((channel === 3 ? opacity : 1 - (1 - own) * opacity) * most);
      plane.writeUIntBE(value, (i * bits) / 8, bits / 8);
    }
    return plane;
  });
  const shape = [u32(height), u32(width), u16(bits), u16(3), u32(0), u32(0)];
  return Buffer.concat([head, ...shape, u32(layers.length), layers, u16(0), ...planes]);
}

const block = (key: string, data: Buffer) =>
  Buffer.concat([Buffer.from(`8BIM${key}`, 'latin1'), u32(data.length), data]);

/** The layer count -1 of a composite with transparency, and the beginning of a layer. */
const count = Buffer.concat([u16(-1), Buffer.alloc(18)]);

describe('F83 a transparent PSD has its own colours at soft edges', () => {
  const imageData = { width, height, data: new Uint8ClampedArray(rgba) };
  const document = { width, height, imageData, children: [{ name: 'cut-out', imageData }] };
  it.each([
    ['with 8 bits', () => psdOf(8, Buffer.concat([u32(count.length), count, u32(0)]))],
    ['with 16 bits', () => psdOf(16, Buffer.concat([u32(count.length), count, u32(0)]))],
    [
      'with 16 bits, whose layers are in a block of their own',
      () => {
        const blocks = [
          block('Patt', Buffer.from('odd bytes')),
          Buffer.alloc(3),
          block('Lr16', count),
        ];
        return psdOf(16, Buffer.concat([u32(0), u32(4), Buffer.alloc(4), ...blocks]));
      },
    ],
    ['with compressed rows', () => writePsdBuffer(document)],
    ['as a PSB', () => writePsdBuffer(document, { psb: true })],
  ])('%s', async (_, make) => {
    const copy = await copyOf('cut-out.psd', make());
    expect(copy.metadata.hasAlpha).toBe(true);
    // few levels remain of the colours at the lowest alpha
    expect(difference(copy.pixels.data, rgba)).toBeLessThan(1.5);
  });

  it('also the layered PSD that Darkslide writes', async () => {
    const [source, result, mask] = ['photo.png', 'result.png', 'mask.png'].map(
      (name) => `${folder}/${name}`,
    ) as [string, string, string];
    await patches(width, height).toFile(source);
    await sharp(rgba, { raw }).toFile(result);
    await sharp({ create: { width, height, channels: 4, background: '#fff0' } }).toFile(mask);
    const request = { source, result, mask, target: `${folder}/composite`, feather: 0 };
    const { layers } = valueOf(await originalPixels(new RawPreviews(), request));
    const copy = await copyOf('own.psd', await readFile(valueOf(layers).file));
    expect(difference(copy.pixels.data, rgba)).toBeLessThan(1.5);
  });
});
