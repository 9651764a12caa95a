import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePsdBuffer } from 'ag-psd';
import type { ExifTool } from 'exiftool-vendored';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader } from '../../../../test/fixtures/exiftool.ts';
import { copyHarness } from '../../../../test/fixtures/copies.ts';
import {
  difference,
  patches,
  patchPixels,
  storedTurned,
} from '../../../../test/fixtures/pictures.ts';
import { adobeRgbProfile } from './adobe-rgb.ts';
import { probe } from './probe.ts';
import { RawPreviews } from './raw-preview.ts';

const raws = new RawPreviews();

const [width, height] = [640, 560];
const upright = patchPixels(width, height);
const p3Heic = join(import.meta.dirname, '../../../../test/fixtures/patches-display-p3.heic');
const { folder, prepared, copyOf } = copyHarness();
const plain = () => patches(width, height);
let exiftool: ExifTool;

beforeAll(async () => {
  exiftool = await openReader();
});
afterAll(() => exiftool.end());

describe('F83 a photo in any orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'is turned upright from orientation %i, with every pixel unchanged',
    async (orientation) => {
      const turned = await storedTurned[orientation]?.(plain());
      const content = await sharp(turned)
        .tiff({ compression: 'lzw' })
        .withMetadata({ orientation })
        .toBuffer();
      const copy = await copyOf(`o${orientation}.tif`, content);
      expect(copy.pixels).toMatchObject({ width, height });
      expect(difference(copy.pixels.data, upright)).toBe(0);
      expect(copy.changes.includes('turned upright')).toBe(orientation !== 1);
      expect(await probe(raws, join(folder, `o${orientation}.tif`))).toMatchObject({
        value: { width, height, orientation },
      });
    },
  );
});

describe('F83 an orientation', () => {
  const writers: Record<string, (image: Sharp) => Sharp> = {
    JPEG: (image) => image.jpeg({ quality: 98, chromaSubsampling: '4:4:4' }),
    PNG: (image) => image.png(),
    WebP: (image) => image.webp({ quality: 98, smartSubsample: true }),
  };
  it.each(Object.keys(writers))(
    'from 1 to 8 is applied to the pixels of a copy of a %s',
    async (format) => {
      for (let orientation = 1; orientation <= 8; orientation += 1) {
        const turned = sharp(await storedTurned[orientation]?.(plain()));
        const content = await writers[format]?.(turned.withMetadata({ orientation })).toBuffer();
        const copy = await copyOf(`${format}${orientation}`, content ?? Buffer.alloc(0));
        expect([orientation, copy.pixels]).toMatchObject([orientation, { width, height }]);
        expect(difference(copy.pixels.data, upright), `orientation ${orientation}`).toBeLessThan(4);
      }
    },
  );
});

describe('F83 files from cameras and programs', () => {
  const lossless = { most: 0 };
  it.each([
    ['a JPEG', 'a.jpg', () => plain().jpeg(), { most: 2 }],
    ['a WebP', 'a.webp', () => plain().webp({ lossless: true }), lossless],
    ['an AVIF', 'a.avif', () => plain().avif({ quality: 90 }), { most: 3 }],
    ['a PNG', 'a.png', () => plain().png(), lossless],
    ['a PNG with 16 bits', 'b.png', () => plain().toColourspace('rgb16').png(), lossless],
    ['a TIFF', 'a.tif', () => plain().tiff({ compression: 'none' }), lossless],
    ['a TIFF with 16 bits', 'b.tif', () => plain().toColourspace('rgb16').tiff(), { most: 3 }],
    ['an opaque PNG with alpha', 'c.png', () => plain().ensureAlpha().png(), lossless],
    ['a JPEG named PNG', 'd.png', () => plain().jpeg({ quality: 95 }), { most: 2 }],
  ])('%s keeps its colours in the copy', async (_, name, make, { most }) => {
    const copy = await copyOf(name, await make().toBuffer());
    const rgb = await sharp(copy.content, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
    expect(difference(rgb, upright)).toBeLessThanOrEqual(most);
  });

  it.each([
    ['Display P3', () => plain().withIccProfile('p3')],
    ['CMYK', () => plain().withIccProfile('cmyk')],
  ])('%s is converted with its profile', async (_, make) => {
    const copy = await copyOf(
      'profile.jpg',
      await make().jpeg({ quality: 98, chromaSubsampling: '4:4:4' }).toBuffer(),
    );
    // colours outside the gamut of the CMYK profile cannot be restored
    expect(difference(copy.pixels.data, upright)).toBeLessThan(_ === 'CMYK' ? 20 : 3);
    expect(copy.changes.join()).toContain('to sRGB');
  });

  it('Adobe RGB gives the same colours by profile and by EXIF alone', async () => {
    const wide = plain()
      .jpeg({ quality: 98 })
      .withExif({ IFD0: { Make: 'Camera' } });
    const bare = join(folder, 'dcf.jpg');
    await writeFile(bare, await wide.toBuffer());
    await exiftool.write(bare, { InteropIndex: 'R03', ColorSpace: 'Uncalibrated' }, [
      '-overwrite_original',
    ]);
    const byExif = await copyOf('dcf.jpg', await readFile(bare));
    expect(byExif.changes).toContain('from Adobe RGB (1998) to sRGB');

    const icc = join(folder, 'adobe.icc');
    await writeFile(icc, adobeRgbProfile);
    const tagged = await sharp(await wide.toBuffer())
      .tiff()
      .withIccProfile(icc, { attach: true })
      .toBuffer();
    expect((await sharp(tagged).metadata()).icc).toEqual(adobeRgbProfile);
    // red in the wider colour space is stronger than in sRGB
    expect(byExif.pixels.data[0]).toBeGreaterThan((upright[0] ?? 0) + 10);
  });

  it('a grey photo is converted to three equal channels', async () => {
    const copy = await copyOf('grey.jpg', await plain().toColourspace('b-w').jpeg().toBuffer());
    expect(copy.pixels.channels).toBe(3);
    for (let at = 0; at < copy.pixels.data.length; at += 999) {
      expect(copy.pixels.data[at]).toBe(copy.pixels.data[at - (at % 3)]);
    }
  });

  it('a photo with transparent pixels stays transparent', async () => {
    const content = await plain().ensureAlpha(0.5).png().toBuffer();
    const copy = await copyOf('alpha.png', content);
    expect(copy.metadata.hasAlpha).toBe(true);
    expect(copy.type).toBe('image/png');
  });

  it('a HEIC in Display P3 is converted to the same colours', async () => {
    const copy = await copyOf('a.heic', await readFile(p3Heic));
    expect(copy.pixels).toMatchObject({ width, height });
    expect(difference(copy.pixels.data, upright)).toBeLessThan(3);
  });
});

describe('a PSD', () => {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) rgba.set(upright.subarray(i * 3, i * 3 + 3), i * 4);
  const imageData = { width, height, data: rgba };
  const document = { width, height, imageData, children: [{ name: 'subject', imageData }] };

  it.each([
    ['with layers', {}],
    ['as PSB', { psb: true }],
  ])('%s is read from its composite', async (_, options) => {
    const copy = await copyOf('a.psd', writePsdBuffer(document, options));
    expect(difference(copy.pixels.data, upright)).toBe(0);
  });

  it('in uncompressed CMYK is not inverted', async () => {
    const inks = await plain().toColourspace('cmyk').raw().toBuffer();
    const planes = Buffer.alloc(inks.length);
    for (let i = 0; i < width * height; i += 1) {
      for (let ink = 0; ink < 4; ink += 1) {
        planes[ink * width * height + i] = 255 - (inks[i * 4 + ink] ?? 0);
      }
    }
    const head = Buffer.alloc(40);
    head.write('8BPS\0\x01', 'latin1');
    head.writeUInt16BE(4, 12);
    head.writeUInt32BE(height, 14);
    head.writeUInt32BE(width, 18);
    head.writeUInt16BE(8, 22);
    head.writeUInt16BE(4, 24);
    const copy = await copyOf('cmyk.psd', Buffer.concat([head, planes]));
    expect(difference(copy.pixels.data, upright)).toBeLessThan(25);
  });

  it('that is truncated is reported as damaged', async () => {
    const whole = writePsdBuffer(document);
    const outcome = await prepared('cut.psd', whole.subarray(0, whole.length - 2_000));
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'photo-damaged' } });
  });

  it.each([
    ['the lengths of its rows', 2, { width, height, rows: true }],
    ['its height', 2, { width: 1, height: 300_000, rows: false }],
    ['its size', 1, { width: 8_000, height: 8_000, rows: false }],
  ] as const)('that lies about %s is reported as damaged', async (_, version, about) => {
    const head = Buffer.alloc(version === 2 ? 44 : 40);
    head.write('8BPS', 'latin1');
    head.writeUInt16BE(version, 4);
    head.writeUInt16BE(3, 12);
    head.writeUInt32BE(about.height, 14);
    head.writeUInt32BE(about.width, 18);
    head.writeUInt16BE(8, 22);
    head.writeUInt16BE(3, 24);
    if (about.rows) head.writeUInt16BE(1, head.length - 2);
    const rows = Buffer.alloc(about.rows ? 3 * about.height * 4 : 100, 0xff);
    const outcome = await prepared('lies.psb', Buffer.concat([head, rows]));
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'photo-damaged' } });
  });
});

describe('a camera RAW', () => {
  it('is read from its preview, rotated by the RAW’s orientation', async () => {
    const preview = join(folder, 'preview.jpg');
    await patches(height * 2, width * 2)
      .jpeg({ quality: 95 })
      .toFile(preview);
    const dng = join(folder, 'made.dng');
    await patches(320, 280).tiff({ compression: 'jpeg' }).toFile(dng);
    const tags = { DNGVersion: '1.4.0.0', 'Orientation#': 6 };
    await exiftool.write(dng, tags, ['-overwrite_original', `-PreviewImage<=${preview}`]);
    const copy = await copyOf('a.dng', await readFile(dng));
    expect(copy.changes[0]).toBe(`from the camera's PreviewImage, ${height * 2} × ${width * 2}`);
    expect(copy).toMatchObject({ width: width * 2, height: height * 2 });
    expect(await probe(raws, join(folder, 'a.dng'))).toMatchObject({
      value: { format: 'raw', width: width * 2, height: height * 2, orientation: 6 },
    });
  });

  it('without a preview is refused with advice', async () => {
    const dng = join(folder, 'bare.dng');
    await patches(800, 700).tiff({ compression: 'lzw' }).toFile(dng);
    await exiftool.write(dng, { DNGVersion: '1.4.0.0' }, ['-overwrite_original']);
    expect(await prepared('b.dng', await readFile(dng))).toMatchObject({
      problem: { code: 'photo-raw-only', message: expect.stringContaining('Develop') },
    });
  });
});

describe('F81 GPS and serial numbers', () => {
  const secret = /gps|latitude|serial|owner|makernote|hidden place/i;
  const tags: object = {
    GPSLatitude: 48.1,
    GPSLongitude: 11.5,
    GPSLatitudeRef: 'N',
    GPSLongitudeRef: 'E',
    'EXIF:SerialNumber': '4711',
    'EXIF:LensSerialNumber': '0815',
    'EXIF:OwnerName': 'A. Owner',
    'XMP:GPSLatitude': 48.1,
    'XMP-aux:SerialNumber': '4711',
    'XMP:Location': 'hidden place',
    'IPTC:Sub-location': 'hidden place',
    'EXIF:Artist': 'Studio',
  };
  const marked = async (name: string, content: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    await exiftool.write(path, tags, ['-overwrite_original']);
    return readFile(path);
  };
  const told = async (file: string) =>
    JSON.stringify(
      await exiftool.readRaw(file, {
        readArgs: ['-G1', '-a', '-EXIF:all', '-XMP:all', '-IPTC:all', '-MakerNotes:all'],
      }),
    );

  it.each([
    ['a JPEG copied unchanged', 'place.jpg', () => plain().jpeg()],
    ['a JPEG turned upright', 'turned.jpg', () => plain().withMetadata({ orientation: 3 }).jpeg()],
    ['a PNG', 'place.png', () => plain().png()],
    ['a WebP', 'place.webp', () => plain().webp()],
    ['a TIFF', 'place.tif', () => plain().tiff()],
  ])('are not in the copy of %s', async (_, name, make) => {
    const content = await marked(name, await make().toBuffer());
    expect(await told(join(folder, name))).toMatch(secret);
    const copy = await copyOf(name, content);
    expect(await told(copy.file)).not.toMatch(secret);
    expect(copy.changes).toContain('metadata removed');
  });

  it('are kept if the recipe says so, with the orientation applied', async () => {
    const content = await marked(
      'keep.jpg',
      await plain().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
    const copy = await copyOf('keep.jpg', content, { gps: 'keep' });
    const kept = { GPSLatitude: 48.1, SerialNumber: 4711, Orientation: 1, Artist: 'Studio' };
    expect(await exiftool.readRaw(copy.file, { readArgs: ['-n'] })).toMatchObject(kept);
    expect(copy).toMatchObject({ width: height, height: width });
  });
});
