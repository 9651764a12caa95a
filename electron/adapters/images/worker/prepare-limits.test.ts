import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bomb } from '../../../../test/fixtures/bomb.ts';
import { copyHarness } from '../../../../test/fixtures/copies.ts';
import { encodesFor, shareOfLimit } from '../../../../test/fixtures/heavy-copies.ts';
import { difference, patches, patchPixels } from '../../../../test/fixtures/pictures.ts';
import { prepare } from './prepare.ts';
import { RawPreviews } from './raw-preview.ts';

const raws = new RawPreviews();

const [width, height] = [640, 560];
const p3Heic = join(import.meta.dirname, '../../../../test/fixtures/patches-display-p3.heic');
const harness = copyHarness();
const { folder, prepared, copyOf } = harness;
const plain = () => patches(width, height);

describe('F83 the limits', () => {
  it('leave a photo within them unchanged, byte for byte', async () => {
    const first = await copyOf('a.jpg', await plain().jpeg().toBuffer());
    const again = await copyOf('again.jpg', first.content);
    expect(again.content).toEqual(first.content);
    expect(again.changes).toEqual(['unchanged']);
  });

  it('pad a photo that is too long, in the recipe’s colour', async () => {
    const content = await patches(1400, 560).png().toBuffer();
    const problem = { code: 'photo-too-long' };
    expect(await prepared('long.png', content)).toMatchObject({ problem });
    const copy = await copyOf('long.png', content, { pad: '#fafafa' });
    expect(copy).toMatchObject({ width: 1400, height: 701 });
    expect([...copy.pixels.data.subarray(0, 3)]).toEqual([250, 250, 250]);
    const inside = await sharp(copy.content)
      .extract({ left: 0, top: 70, width: 1400, height: 560 })
      .raw()
      .toBuffer();
    expect(difference(inside, patchPixels(1400, 560))).toBe(0);
  });

  it('apply after downscaling by the recipe', async () => {
    const photo = await patches(1600, 1200).png().toBuffer();
    const small = await copyOf('small.png', photo, { longSide: 800 });
    expect(small).toMatchObject({ width: 800, height: 600 });
    expect(small.changes).toContain('scaled from 1600 × 1200 px to 800 × 600 px');
    expect(await copyOf('as-is.png', photo, { longSide: 1600 })).toMatchObject({ width: 1600 });
    const long = await patches(2800, 1120).png().toBuffer();
    const padded = await copyOf('long.png', long, { longSide: 1400, pad: '#fafafa' });
    expect(padded).toMatchObject({ width: 1400, height: 701 });
  });

  it.each([
    ['a little over 10 MB', [2300, 1750, 60], 'upload'],
    ['twice the limit of a custom model', [2200, 1700, 60], 'custom-model'],
    ['too long and too heavy', [3700, 1100, 60], 'upload'],
  ] as const)('are met by reducing a photo that is %s', async (_, photo, purpose) => {
    const share = await shareOfLimit(harness, photo, purpose);
    expect(share).toBeLessThanOrEqual(1);
    expect(share).toBeGreaterThan(0.6);
  });

  it('are met with at most two encodes, whatever the content', async () => {
    for (const grain of [4, 30]) {
      const encodes = await encodesFor([1200, 800, grain], [1e6, 5e5, 25e4]);
      expect(Math.max(...encodes)).toBeLessThanOrEqual(2);
    }
  });
});

describe('files that can’t be prepared', () => {
  const damaged = { ok: false, problem: { code: 'photo-damaged' } };
  it.each([
    ['cut.jpg', () => plain().jpeg(), 3_000],
    ['cut.png', () => plain().png(), 1_500],
    ['cut.webp', () => plain().webp(), 800],
    ['cut.tif', () => plain().tiff({ compression: 'none' }), 90_000],
  ])('%s is reported as damaged', async (name, make, length) => {
    const cut = (await make().toBuffer()).subarray(0, length);
    expect(await prepared(name, cut)).toMatchObject(damaged);
  });

  it.each([
    ['ring.tif', 'II*\0\x08\0\0\0\0\0\x08\0\0\0'],
    ['page.jpg', '\xff\xd8\xff\xe0<html>'],
  ])('%s is reported as damaged', async (name, content) => {
    expect(await prepared(name, Buffer.from(content, 'latin1'))).toMatchObject(damaged);
  });

  it('F80 an SVG named JPEG is refused by its content', async () => {
    const outcome = await prepared('logo.jpg', Buffer.from('<svg width="900" height="900"/>'));
    expect(outcome).toMatchObject({
      problem: { code: 'photo-refused-format', message: expect.stringContaining('SVG') },
    });
  });

  it('F79 a decompression bomb is refused by its header', async () => {
    const problem = { code: 'photo-too-large' };
    expect(await prepared('bomb.png', bomb())).toMatchObject({ problem });
  });

  it('a missing photo, a folder and an unwritable target are reported', async () => {
    await copyFile(p3Heic, join(folder, 'b.heic'));
    for (const [source, target, code] of [
      ['none.jpg', 'x', 'file-missing'],
      ['.', 'x', 'file-not-regular'],
      ['b.heic', 'nowhere/x', 'folder-unwritable'],
    ] as const) {
      const request = { purpose: 'upload', pad: null, gps: 'remove' } as const;
      const files = { source: join(folder, source), target: join(folder, target) };
      expect(await prepare(raws, { ...files, ...request })).toMatchObject({ problem: { code } });
    }
  });
});
