import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { pngChunk, pngSignature } from '#electron/base/formats/chunks.ts';
import { srgbProfile } from '#electron/base/srgb-profile.ts';
import { copyHarness } from '../../../../test/fixtures/copies.ts';
import { difference, patches } from '../../../../test/fixtures/pictures.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { adobeRgbProfile } from './adobe-rgb.ts';
import { rewriteContainer } from './container.ts';
import { RawPreviews } from './raw-preview.ts';
import { thumbnail } from './thumbnail.ts';

const raws = new RawPreviews();
const [width, height] = [640, 560];
const { folder, copyOf } = copyHarness();
const plain = () => patches(width, height);
const profileOf = async (image: Buffer) => (await sharp(image).metadata()).icc ?? Buffer.alloc(0);
const p3Profile = await profileOf(await plain().withIccProfile('p3').png().toBuffer());

/** Returns a profile for grey with this gamma. */
function greyProfile(gamma: number): Buffer {
  const text = (type: string, words: string) => {
    const tag = Buffer.alloc(40);
    tag.write(type, 'latin1');
    if (type === 'desc') tag.writeUInt32BE(words.length + 1, 8);
    tag.write(words, type === 'desc' ? 12 : 8, 'latin1');
    return tag;
  };
  const white = Buffer.alloc(20);
  white.write('XYZ ', 'latin1');
  for (const [at, value] of [0.9642, 1, 0.8249].entries()) {
    white.writeInt32BE(Math.round(value * 65_536), 8 + at * 4);
  }
  const curve = Buffer.alloc(16);
  curve.write('curv', 'latin1');
  curve.writeUInt32BE(1, 8);
  curve.writeUInt16BE(Math.round(gamma * 256), 12);
  const tags = { desc: text('desc', 'Grey'), cprt: text('text', 'none'), wtpt: white, kTRC: curve };
  const head = Buffer.alloc(132 + Object.keys(tags).length * 12);
  head.writeUInt32BE(0x02_20_00_00, 8);
  head.write('mntrGRAYXYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  head.writeInt32BE(0xf6d6, 68);
  head.writeInt32BE(0x1_0000, 72);
  head.writeInt32BE(0xd32d, 76);
  head.writeUInt32BE(Object.keys(tags).length, 128);
  let end = head.length;
  for (const [at, [name, tag]] of Object.entries(tags).entries()) {
    head.write(name, 132 + at * 12, 'latin1');
    head.writeUInt32BE(end, 136 + at * 12);
    head.writeUInt32BE(tag.length, 140 + at * 12);
    end += tag.length;
  }
  head.writeUInt32BE(end, 0);
  return Buffer.concat([head, ...Object.values(tags)]);
}

/** Returns a PNG whose numbers are those of `plain`, whatever its profile. */
async function tagged(png: Buffer, icc: Buffer): Promise<Buffer> {
  return (await rewriteContainer(png, 'png', { icc, metadata: 'drop' })) ?? Buffer.alloc(0);
}

async function thumbnailOf(name: string): Promise<Buffer> {
  const target = join(folder, `${name}.thumbnail.jpg`);
  const request = { source: join(folder, name), target, size: 320 };
  valueOf(await thumbnail(raws, request));
  return sharp(target).raw().toBuffer();
}

describe('F83 a photo with 16 bits has the colours of its profile', () => {
  const kinds = {
    PNG: (png: Buffer) => Promise.resolve(png),
    TIFF: (png: Buffer) =>
      sharp(png).keepIccProfile().toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer(),
  };

  describe.each([
    ['sRGB', srgbProfile],
    ['Adobe RGB', adobeRgbProfile],
    ['Display P3', p3Profile],
  ])('%s', (profile, icc) => {
    it.each(Object.entries(kinds))('in a %s', async (kind, write) => {
      const eight = await tagged(await plain().png().toBuffer(), icc);
      const sixteen = await tagged(await plain().toColourspace('rgb16').png().toBuffer(), icc);
      const file = await write(sixteen);
      expect(await profileOf(file)).toEqual(icc);
      const expected = await copyOf(`${profile}-8.png`, eight);
      const copy = await copyOf(`${profile}-16.${kind}`, file);
      expect(copy.changes).toContain('from 16 to 8 bits');
      // rounded to 8 bits at another step of the conversion
      const most = profile === 'sRGB' ? 0 : 1;
      expect(difference(copy.pixels.data, expected.pixels.data)).toBeLessThanOrEqual(most);
      const preview = await thumbnailOf(`${profile}-16.${kind}`);
      expect(difference(preview, await thumbnailOf(`${profile}-8.png`))).toBeLessThanOrEqual(4);
    });
  });

  it('also if it is grey', async () => {
    const grey = await plain().toColourspace('b-w').png().toBuffer();
    const icc = greyProfile(1);
    const eight = await tagged(grey, icc);
    const sixteen = await tagged(await sharp(grey).toColourspace('grey16').png().toBuffer(), icc);
    const expected = await copyOf('grey-8.png', eight);
    const copy = await copyOf('grey-16.png', sixteen);
    expect(copy.changes).toContain('from 16 to 8 bits');
    expect(difference(copy.pixels.data, expected.pixels.data)).toBeLessThanOrEqual(1);
    // the profile is used at all
    const untagged = await copyOf('untagged.png', grey);
    expect(difference(untagged.pixels.data, expected.pixels.data)).toBeGreaterThan(20);
  });
});

describe('F83 a PNG that states Display P3 by its numbers', () => {
  /** Replaces the profile of a PNG by a chunk with the numbers of its colours. */
  const numbered = async (image: Sharp) => {
    const png = await image.png().toBuffer();
    const end = pngSignature.length + 25;
    const numbers = pngChunk('cICP', Buffer.from([12, 13, 0, 1]));
    return Buffer.concat([png.subarray(0, end), numbers, png.subarray(end)]);
  };
  it.each([
    ['8 bits', plain],
    ['16 bits', () => plain().toColourspace('rgb16')],
  ] as const)('has the same colours as one with a profile, with %s', async (name, make) => {
    const expected = await copyOf(
      `${name}-profile.png`,
      await tagged(await make().png().toBuffer(), p3Profile),
    );
    const copy = await copyOf(`${name}-numbers.png`, await numbered(make()));
    expect(copy.pixels.data.equals(expected.pixels.data)).toBe(true);
    expect(copy.changes).toEqual(expected.changes);
    const untagged = await copyOf(`${name}-plain.png`, await make().png().toBuffer());
    expect(difference(copy.pixels.data, untagged.pixels.data)).toBeGreaterThan(2);
    expect(await thumbnailOf(`${name}-numbers.png`)).toEqual(
      await thumbnailOf(`${name}-profile.png`),
    );
  });
});
