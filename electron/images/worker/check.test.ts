import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePsdBuffer } from 'ag-psd';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patches } from '../../../test/fixtures/pictures.ts';
import { check } from './check.ts';
import { thumbnail } from './thumbnail.ts';

const [width, height] = [400, 300];
let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-check-'));
  file = join(folder, 'result');
});
afterAll(() => rm(folder, { recursive: true }));

async function layered(): Promise<Buffer> {
  const data = new Uint8ClampedArray(await patches(width, height).ensureAlpha().raw().toBuffer());
  const imageData = { width, height, data };
  return writePsdBuffer({
    width,
    height,
    imageData,
    children: [
      { name: 'a', imageData },
      { name: 'b', imageData },
    ],
  });
}

async function checked(content: Buffer, expected: 'image' | 'psd') {
  await writeFile(file, content);
  return check(file, expected);
}

describe('a result', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'in %s is whole, and cut anywhere it is not',
    async (format) => {
      const whole = await patches(width, height).toFormat(format).toBuffer();
      expect(await checked(whole, 'image')).toEqual({ ok: true, value: { format, width, height } });
      for (const share of [0, 0.1, 0.5, 0.9, 0.98]) {
        const cut = whole.subarray(0, Math.floor(whole.length * share));
        expect(await checked(cut, 'image')).toMatchObject({
          problem: { code: 'download-damaged' },
        });
      }
    },
  );

  it('that is an error page is damaged', async () => {
    expect(await checked(Buffer.from('<html>503</html>'), 'image')).toMatchObject({
      problem: { code: 'download-damaged', detail: expect.stringContaining('web page') },
    });
  });
});

describe('a PSD', () => {
  it('is whole with its layers, and cut anywhere it is not', async () => {
    const whole = await layered();
    expect(await checked(whole, 'psd')).toEqual({
      ok: true,
      value: { format: 'psd', width, height },
    });
    for (const share of [0.001, 0.2, 0.6, 0.98]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      expect(await checked(cut, 'psd')).toMatchObject({ problem: { code: 'download-damaged' } });
    }
  });

  it('is not an image, nor an image a PSD', async () => {
    expect(await checked(await layered(), 'image')).toMatchObject({ ok: false });
    expect(await checked(await patches(width, height).png().toBuffer(), 'psd')).toMatchObject({
      ok: false,
    });
  });
});

describe('a thumbnail', () => {
  it('is upright, fits and is never enlarged', async () => {
    await patches(width, height).withMetadata({ orientation: 6 }).jpeg().toFile(file);
    const target = join(folder, 'thumb.jpg');
    expect(await thumbnail({ source: file, target, size: 100 })).toEqual({
      ok: true,
      value: { width: 75, height: 100 },
    });
    expect(await sharp(await readFile(target)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 75,
      height: 100,
    });
    expect(await thumbnail({ source: file, target, size: 9_000 })).toEqual({
      ok: true,
      value: { width: height, height: width },
    });
  });

  it('of a photo cut short shows what is there, of no photo the reason', async () => {
    const whole = await patches(width, height).jpeg().toBuffer();
    await writeFile(file, whole.subarray(0, whole.length - 500));
    const target = join(folder, 'thumb.jpg');
    expect(await thumbnail({ source: file, target, size: 100 })).toMatchObject({ ok: true });
    await writeFile(file, 'no photo');
    expect(await thumbnail({ source: file, target, size: 100 })).toMatchObject({
      problem: { code: 'photo-not-an-image' },
    });
  });
});
