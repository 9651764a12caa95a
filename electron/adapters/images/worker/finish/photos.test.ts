import { join } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { finishHarness, presetOf } from '../../../../../test/fixtures/finishing.ts';
import {
  difference,
  differsFromWhite,
  patches,
  patchPixels,
  storedPixels,
  storedTurned,
} from '../../../../../test/fixtures/pictures.ts';
import { profileDescription } from '../icc.ts';

const { home, finishOne } = await finishHarness('finish-photos');
const [width, height] = [640, 560];

/** Writes a photo for a test and returns its path. */
async function saved(name: string, image: Sharp): Promise<string> {
  const path = join(home, name);
  await image.toFile(path);
  return path;
}

/** Returns patches of colour as the subject of a photo with a white background. */
function onWhite(): Sharp {
  const margins = { top: 120, bottom: 120, left: 160, right: 160 };
  return patches(width, height).extend({ ...margins, background: '#ffffff' });
}

describe('F83 the files of a photo', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'are upright and state no orientation, from orientation %i',
    async (orientation) => {
      const turned = sharp(await storedTurned[orientation]?.(patches(width, height)));
      const source = await saved(
        `o${orientation}.tif`,
        turned.tiff({ compression: 'lzw' }).withMetadata({ orientation }),
      );
      for (const format of ['png', 'jpeg', 'webp'] as const) {
        const output = { format, quality: 95 };
        const preset = presetOf({ canvas: { aspect: null }, output });
        const { file } = await finishOne(source, preset, 'whole');
        const metadata = await sharp(file).metadata();
        expect(metadata).toMatchObject({ format, width, height });
        expect(metadata).not.toHaveProperty('orientation');
        expect(metadata).not.toHaveProperty('exif');
        const { data } = await storedPixels(file);
        // blocks of a lossy format cross the edges between the patches
        expect(difference(data, patchPixels(width, height))).toBeLessThan(
          format === 'png' ? 0.01 : 3,
        );
      }
    },
  );

  it.each([
    ['CMYK', 'cmyk.jpg', () => onWhite().toColourspace('cmyk').jpeg({ quality: 98 })],
    ['16 bits', 'deep.tif', () => onWhite().toColourspace('rgb16').tiff({ compression: 'lzw' })],
    ['an opaque alpha channel', 'alpha.png', () => onWhite().ensureAlpha().png()],
    ['a palette', 'palette.png', () => onWhite().png({ palette: true })],
  ] as const)('keep its colours and its subject if it has %s', async (_, name, image) => {
    const preset = presetOf({ subject: { fill: 0.8 }, output: { longSide: 500 } });
    const source = await saved(name, image());
    const { file, hasSubject } = await finishOne(source, preset);
    expect(hasSubject).toBe(true);
    const { depth, channels, icc } = await sharp(file).metadata();
    expect({ depth, channels }).toEqual({ depth: 'uchar', channels: 3 });
    expect(profileDescription(icc ?? Buffer.alloc(0))).toBe('sRGB');
    const box = await differsFromWhite(file);
    expect(box.width / 500).toBeCloseTo(0.8, 1);
    const { data } = await storedPixels(file);
    const patch = data.subarray(((box.top + 20) * 500 + box.left + 20) * 3).subarray(0, 3);
    const own = sharp(source).toColourspace('srgb').removeAlpha();
    const expected = await own
      .extract({ left: 190, top: 150, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(difference(patch, expected)).toBeLessThan(2);
  });

  it.each([
    ['grey', 'grey.jpg', (grey: Sharp) => grey.jpeg({ quality: 98 })],
    ['grey of 16 bits', 'grey16.png', (grey: Sharp) => grey.toColourspace('grey16').png()],
    ['grey with alpha', 'grey-alpha.png', (grey: Sharp) => grey.ensureAlpha().png()],
  ])('are grey if the photo is %s', async (_, name, encode) => {
    const grey = sharp(await onWhite().toColourspace('b-w').png().toBuffer()).toColourspace('b-w');
    const source = await saved(name, encode(grey));
    expect((await sharp(source).metadata()).channels).toBeLessThan(3);
    const { file, hasSubject } = await finishOne(source, presetOf({ output: { longSide: 500 } }));
    expect(hasSubject).toBe(true);
    const { data, channels } = await storedPixels(file);
    expect(channels).toBe(3);
    for (let at = 0; at < data.length; at += 999 * 3) {
      expect(Math.abs((data[at] ?? 0) - (data[at + 2] ?? 0))).toBeLessThanOrEqual(1);
    }
  });

  it('keep the alpha of a photo of 16 bits on a transparent canvas', async () => {
    const cut = patches(width, height).ensureAlpha().extend({
      top: 100,
      bottom: 100,
      left: 100,
      right: 100,
      background: '#00000000',
    });
    const source = await saved('deep-alpha.png', cut.toColourspace('rgb16').png());
    const preset = presetOf({
      canvas: { aspect: null, colour: 'transparent' },
      subject: { fill: 0.9 },
      output: { depth: 16 },
    });
    const { file } = await finishOne(source, preset);
    expect(await sharp(file).metadata()).toMatchObject({ depth: 'ushort', channels: 4 });
    const { data } = await storedPixels(await sharp(file).png().toBuffer());
    expect(data[3]).toBe(0);
  });

  it('keep the brightness of a pattern of single pixels, which is reduced in linear light', async () => {
    const [side, to] = [1200, 300];
    const levels = Buffer.alloc(side * side * 3);
    for (let at = 0; at < side * side; at += 1) {
      levels.fill((at + Math.floor(at / side)) % 2 === 0 ? 255 : 0, at * 3, at * 3 + 3);
    }
    const source = await saved(
      'checkers.png',
      sharp(levels, { raw: { width: side, height: side, channels: 3 } }).png(),
    );
    const output = { longSide: to };
    const preset = presetOf({ canvas: { aspect: null }, output });
    const { file } = await finishOne(source, preset, 'whole');
    const { data } = await storedPixels(file);
    const mean = data.reduce((sum, level) => sum + level, 0) / data.length;
    // half the light of white in sRGB; a mean of the stored levels would be 128
    expect(Math.abs(mean - 188)).toBeLessThan(1.5);
  });

  it('are made from 100 megapixels', async () => {
    const [across, down] = [12_000, 8_400];
    const subject = await patches(6000, 4200).png().toBuffer();
    const source = await saved(
      'large.jpg',
      sharp({ create: { width: across, height: down, channels: 3, background: '#ffffff' } })
        .composite([{ input: subject, left: 3000, top: 2100 }])
        .jpeg({ quality: 90 }),
    );
    const made = await finishOne(source, presetOf({ output: { longSide: 1200 } }));
    expect(made).toMatchObject({ hasSubject: true, width: 1200, height: 1200 });
    const box = await differsFromWhite(made.file);
    expect(Math.abs(box.width - 0.85 * 1200)).toBeLessThanOrEqual(4);
  });
});
