import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { patches } from '../../../../test/fixtures/pictures.ts';
import { srgbProfile } from '../../../base/srgb-profile.ts';
import { rewriteContainer } from './container.ts';
import { profileDescription } from './icc.ts';

const icc = srgbProfile;
const exif = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } };
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">here</x:xmpmeta>';

const picture = patches(64, 48);
const bare = picture.clone().withExif(exif);
const described = bare.clone().withXmp(xmp);
const pictures = [
  ['a JPEG', 'jpeg', described.clone().jpeg()],
  ['a progressive JPEG', 'jpeg', bare.clone().jpeg({ progressive: true })],
  ['a PNG', 'png', described.clone().png()],
  ['a WebP with alpha', 'webp', bare.clone().ensureAlpha(0.5).webp({ lossless: true })],
  ['a WebP', 'webp', described.clone().webp()],
  ['a plain WebP', 'webp', picture.clone().webp()],
] as const;

describe.each(pictures)('the container of %s', (_name, container, encoder) => {
  it('loses metadata, gets the profile and keeps the pixels', async () => {
    const before = await encoder.toBuffer();
    const after = await rewriteContainer(before, container, { icc, metadata: 'drop' });
    if (after === null) throw new Error('the container was not rewritten');
    const metadata = await sharp(after).metadata();
    expect(metadata.exif).toBeUndefined();
    expect(metadata.xmp).toBeUndefined();
    expect(metadata.icc).toEqual(icc);
    const pixels = (file: Buffer) =>
      sharp(file, { ignoreIcc: true, failOn: 'warning' }).raw().toBuffer();
    expect(await pixels(after)).toEqual(await pixels(before));
    expect(await rewriteContainer(after, container, { icc, metadata: 'drop' })).toEqual(after);
  });

  it('is refused if truncated', async () => {
    const whole = await encoder.toBuffer();
    for (let length = 0; length < whole.length - 2; length += 7) {
      const cut = whole.subarray(0, length);
      expect(
        await rewriteContainer(cut, container, { icc, metadata: 'keep' }),
        `${length}`,
      ).toBeNull();
    }
  });
});

it('data after the end of a JPEG is not copied', async () => {
  const jpeg = await patches(64, 48).jpeg().toBuffer();
  const polyglot = Buffer.concat([jpeg, Buffer.from('<html><script>')]);
  const wanted = { icc, metadata: 'keep' } as const;
  expect(await rewriteContainer(polyglot, 'jpeg', wanted)).toEqual(
    await rewriteContainer(jpeg, 'jpeg', wanted),
  );
});

it('the description of an ICC profile is read in both encodings', async () => {
  expect(profileDescription(icc)).toBe('sRGB');
  const { adobeRgbProfile } = await import('./adobe-rgb.ts');
  expect(profileDescription(adobeRgbProfile)).toBe('Compatible with Adobe RGB (1998)');
  expect(profileDescription(Buffer.alloc(200))).toBeNull();
});
