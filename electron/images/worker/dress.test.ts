import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { patches } from '../../../test/fixtures/pictures.ts';
import { dress } from './dress.ts';
import { profileDescription, srgbProfile } from './icc.ts';

const icc = await srgbProfile();
const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } };
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">here</x:xmpmeta>';

const pictures = {
  jpeg: () => patches(64, 48).withExif(exif).withXmp(xmp).jpeg(),
  progressive: () => patches(64, 48).withExif(exif).jpeg({ progressive: true }),
  png: () => patches(64, 48).withExif(exif).withXmp(xmp).png(),
  alpha: () => patches(64, 48).ensureAlpha(0.5).withExif(exif).webp({ lossless: true }),
  webp: () => patches(64, 48).withExif(exif).withXmp(xmp).webp(),
  plain: () => patches(64, 48).webp(),
};
const containers = {
  jpeg: 'jpeg',
  progressive: 'jpeg',
  png: 'png',
  alpha: 'webp',
  webp: 'webp',
  plain: 'webp',
} as const;
const names = Object.keys(pictures) as (keyof typeof pictures)[];

describe.each(names)('dressing %s', (name) => {
  it('drops metadata, adds the profile and leaves the pixels', async () => {
    const before = await pictures[name]().toBuffer();
    const after = dress(before, containers[name], { icc, metadata: 'drop' });
    if (after === null) throw new Error('not dressed');
    const metadata = await sharp(after).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.xmp).toBeUndefined();
    expect(metadata.icc).toEqual(icc);
    const pixels = (file: Buffer) =>
      sharp(file, { ignoreIcc: true, failOn: 'warning' }).raw().toBuffer();
    expect(await pixels(after)).toEqual(await pixels(before));
    expect(dress(after, containers[name], { icc, metadata: 'drop' })).toEqual(after);
  });

  it('is refused when it is cut short', async () => {
    const whole = await pictures[name]().toBuffer();
    for (let length = 0; length < whole.length - 2; length += 7) {
      expect(
        dress(whole.subarray(0, length), containers[name], { icc, metadata: 'keep' }),
      ).toBeNull();
    }
  });
});

it('nothing behind the end of a JPEG is carried', async () => {
  const jpeg = await patches(64, 48).jpeg().toBuffer();
  const polyglot = Buffer.concat([jpeg, Buffer.from('<html><script>')]);
  const wanted = { icc, metadata: 'keep' } as const;
  expect(dress(polyglot, 'jpeg', wanted)).toEqual(dress(jpeg, 'jpeg', wanted));
});

it('reads the descriptions of old and new profiles', async () => {
  expect(profileDescription(icc)).toBe('sRGB');
  const { adobeRgbProfile } = await import('./adobe-rgb.ts');
  expect(profileDescription(adobeRgbProfile())).toBe('Compatible with Adobe RGB (1998)');
  expect(profileDescription(Buffer.alloc(200))).toBeNull();
});
