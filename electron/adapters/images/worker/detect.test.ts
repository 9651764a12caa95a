import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detect } from './detect.ts';
import { readerOfBuffer } from '../../../base/formats/bytes.ts';
import { readTiff } from './tiff-ifd.ts';

const told = (content: Buffer | string) =>
  detect(readerOfBuffer(typeof content === 'string' ? Buffer.from(content) : content));

describe('F80 files that are not photos', () => {
  it.each([
    ['an SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['an SVG after a byte order mark', '\uFEFF\n <svg/>', 'svg'],
    ['a web page', '<!DOCTYPE html><html></html>', 'web-page'],
    ['an XML document', '<?xml version="1.0"?><a/>', 'xml'],
    ['a PDF', '%PDF-1.7', 'pdf'],
    ['a GIF', 'GIF89a', 'gif'],
    ['an MP4', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 'video'],
    ['a QuickTime video', '\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'video'],
    ['an archive', 'PK\x03\x04', 'zip'],
  ])('%s is refused', async (_, content, what) => {
    expect(await told(content)).toEqual({ refused: `photo-refused-format.${what}` });
  });

  it.each([
    ['nothing', ''],
    ['text', 'Dear photographer'],
    ['a data URL', 'data:image/png;base64,iVBORw0KGgo='],
    ['the first two bytes of a JPEG', '\xff\xd8'],
  ])('%s is not an image', async (_, content) => {
    expect(await told(content)).toMatchObject({
      refused: expect.stringMatching(/^photo-not-an-image\./),
    });
  });

  it('any bytes are classified without throwing', async () => {
    const heads = ['', 'II*\0', 'MM\0*', 'RIFF', '\0\0\0\x20ftyp', '8BPS\0\x01', '<'];
    const start = fc.constantFrom(...heads);
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 300 }), async (head, rest) => {
        const detected = await told(Buffer.concat([Buffer.from(head, 'latin1'), rest]));
        expect('format' in detected || 'refused' in detected).toBe(true);
      }),
    );
  });
});

describe('a TIFF', () => {
  const ring = Buffer.from('II*\0\x08\0\0\0\0\0\x08\0\0\0', 'latin1');

  it('F79 does not hang if its directories form a loop', async () => {
    expect((await readTiff(readerOfBuffer(ring)))?.ifds).toHaveLength(1);
    expect(await told(ring)).toEqual({ format: 'tiff' });
  });

  it('is a camera RAW if it has a DNG version', async () => {
    const dng = Buffer.alloc(26);
    dng.write('II*\0\x08\0\0\0\x01\0', 'latin1');
    dng.writeUInt16LE(0xc612, 10);
    dng.writeUInt16LE(1, 12);
    dng.writeUInt32LE(4, 14);
    expect(await told(dng)).toEqual({ format: 'raw' });
  });
});

describe('ISO media', () => {
  it.each([
    ['heic', 'heic', 'mif1'],
    ['heic', 'mif1', 'heic'],
    ['avif', 'mif1', 'avif'],
    ['raw', 'crx ', 'isom'],
  ])('detects %s by the brands %s and %s', async (format, major, compatible) => {
    const head = Buffer.from(`\0\0\0\x14ftyp${major}\0\0\0\0${compatible}`, 'latin1');
    expect(await told(head)).toEqual({ format });
  });
});
