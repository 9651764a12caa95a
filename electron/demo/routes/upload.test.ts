import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo, until } from '../../../test/demo/harness.ts';
import { sha256Of } from '../../../test/fixtures/jobs.ts';

let one: Awaited<ReturnType<typeof quickDemo>>;
beforeAll(async () => {
  one = await quickDemo();
});
afterAll(() => one.remove());

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#abc' } });
}

describe('upload', () => {
  it('returns code 1001 as text, and an address at which the same bytes can be downloaded without a key', async () => {
    const bytes = await plainJpeg();
    const uploaded = await one.client.upload(bytes, 'a b.jpg');
    expect(uploaded).toMatchObject({ success: true, code: '1001', msg: 'success' });
    expect(await one.client.bytesAt(uploaded.data.image)).toEqual(bytes);
    expect(one.demo.records().uploads.at(-1)).toMatchObject({
      name: 'a b.jpg',
      sha256: sha256Of(bytes),
      bytes: bytes.length,
      format: 'jpeg',
      width: 640,
      height: 720,
      hasExif: false,
      hasGps: false,
    });
  });

  it('accepts png, jpeg and webp by their content, whatever their names', async () => {
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const bytes = await picture(600, 700).toFormat(format).toBuffer();
      expect(await one.client.upload(bytes, 'photo.txt')).toMatchObject({ success: true });
    }
  });

  it('detects EXIF, GPS and the upright size', async () => {
    const bytes = await picture(800, 600)
      .withExif({ IFD0: { Software: 'x' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await one.client.upload(bytes);
    const seen = { hasExif: true, width: 600, height: 800 };
    expect(one.demo.records().uploads.at(-1)).toMatchObject(seen);
    const located = await picture(800, 600)
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    await one.client.upload(located);
    expect(one.demo.records().uploads.at(-1)).toMatchObject({ hasGps: true });
  });

  it.each([
    ['a side of 512', () => picture(512, 700).png().toBuffer(), /greater than 512.*512\*700/],
    ['an aspect of 2', () => picture(1200, 600).png().toBuffer(), /ratio must be less than 2/],
    ['a GIF', () => picture(600, 600).gif().toBuffer(), /format/],
    ['a TIFF', () => picture(600, 600).tiff().toBuffer(), /format/],
    ['text', () => Promise.resolve(Buffer.from('<svg/>')), /format/],
    ['more than 10M', () => picture(1900, 1900).png({ compressionLevel: 0 }).toBuffer(), /10M/],
    ['half a JPEG', async () => (await plainJpeg()).subarray(0, 1500), /incomplete/],
  ])('refuses %s', async (_what, make, words) => {
    const refused = await one.client.upload(await make());
    expect(refused).toMatchObject({ success: false });
    expect(refused.msg).toMatch(words);
  });

  it('accepts sides just over 512 px and an aspect ratio just under 2', async () => {
    const uploaded = await one.client.upload(await picture(513, 1025).png().toBuffer());
    expect(uploaded.success).toBe(true);
  });

  it('refuses a form without the field, and a body that is not a form', async () => {
    const body = new FormData();
    body.set('file', new Blob(['x']), 'x.jpg');
    for (const init of [{ body }, { body: '{}' }]) {
      const response = await fetch(`${one.demo.url}/asset/upload/image`, {
        method: 'POST',
        headers: { authorization: 'demo' },
        ...init,
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ success: false });
    }
  });

  it('F33 stores no part of an interrupted upload', async () => {
    const before = one.demo.records().uploads.length;
    const asked = one.demo.records().requests['upload'] ?? 0;
    const socket = connect(one.demo.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /openapi/v1/asset/upload/image HTTP/1.1\r\nhost: x\r\nauthorization: demo\r\n' +
        'content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc',
    );
    await until(() => ((one.demo.records().requests['upload'] ?? 0) > asked ? true : undefined));
    socket.destroy();
    expect(await one.client.upload(await plainJpeg())).toMatchObject({ success: true });
    expect(one.demo.records().uploads).toHaveLength(before + 1);
  });
});
