import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePsdBuffer } from 'ag-psd';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { patches } from '../../../../test/fixtures/pictures.ts';
import { check } from './check.ts';
import { thumbnail } from './thumbnail.ts';
import { RawPreviews } from './raw-preview.ts';

const raws = new RawPreviews();

const [width, height] = [400, 300];
const folder = await ownFolder('check', afterAll);
const [file, target] = [join(folder, 'result'), join(folder, 'thumb.jpg')];

async function layered(): Promise<Buffer> {
  const data = new Uint8ClampedArray(await patches(width, height).ensureAlpha().raw().toBuffer());
  const imageData = { width, height, data };
  const children = ['a', 'b'].map((name) => ({ name, imageData }));
  return writePsdBuffer({ width, height, imageData, children });
}

async function checked(content: Buffer, expected: 'image' | 'psd') {
  await writeFile(file, content);
  return check(raws, file, expected);
}

describe('a result', () => {
  const damaged = { problem: { code: 'download-damaged' } };
  const encoded = (format: 'jpeg' | 'png' | 'webp') =>
    patches(width, height).toFormat(format).toBuffer();

  it.each([
    ['jpeg', 'image', () => encoded('jpeg')],
    ['png', 'image', () => encoded('png')],
    ['webp', 'image', () => encoded('webp')],
    ['psd', 'psd', layered],
  ] as const)(
    'in %s is accepted if complete, and rejected if truncated at any point',
    async (format, expected, make) => {
      const whole = await make();
      expect(await checked(whole, expected)).toEqual({
        ok: true,
        value: { format, width, height },
      });
      for (const share of [0, 0.001, 0.1, 0.2, 0.5, 0.6, 0.9, 0.98]) {
        const cut = whole.subarray(0, Math.floor(whole.length * share));
        expect(await checked(cut, expected), `${share}`).toMatchObject(damaged);
      }
    },
  );

  it('that is a PSD too large for the memory is checked by its composite', async () => {
    const whole = await layered();
    const enlarged = async (content: Buffer) => {
      await writeFile(file, content);
      // without using disk space
      await truncate(file, 2_100_000_000);
      return check(raws, file, 'psd');
    };
    expect(await enlarged(whole)).toEqual({ ok: true, value: { format: 'psd', width, height } });
    expect(await enlarged(whole.subarray(0, whole.length - 2_000))).toMatchObject(damaged);
  });

  it('that is an error page is reported as damaged', async () => {
    expect(await checked(Buffer.from('<html>503</html>'), 'image')).toMatchObject({
      problem: { code: 'download-damaged', detail: expect.stringContaining('web page') },
    });
  });

  it('that is a PSD is not accepted as an image, and vice versa', async () => {
    expect(await checked(await layered(), 'image')).toMatchObject({ ok: false });
    expect(await checked(await encoded('png'), 'psd')).toMatchObject({ ok: false });
  });
});

describe('a thumbnail', () => {
  it('is upright, has at most the requested size and is never enlarged', async () => {
    await patches(width, height).withMetadata({ orientation: 6 }).jpeg().toFile(file);
    const value = { width: 75, height: 100 };
    expect(await thumbnail(raws, { source: file, target, size: 100 })).toEqual({ ok: true, value });
    expect(await sharp(target).metadata()).toMatchObject({ format: 'jpeg', ...value });
    const upright = { width: height, height: width };
    const large = await thumbnail(raws, { source: file, target, size: 9_000 });
    expect(large).toEqual({ ok: true, value: upright });
  });

  it('shows the readable part of a truncated photo, and fails with the reason for an invalid file', async () => {
    const whole = await patches(width, height).jpeg().toBuffer();
    await writeFile(file, whole.subarray(0, whole.length - 500));
    expect(await thumbnail(raws, { source: file, target, size: 100 })).toMatchObject({ ok: true });
    await writeFile(file, 'no photo');
    expect(await thumbnail(raws, { source: file, target, size: 100 })).toMatchObject({
      problem: { code: 'photo-not-an-image' },
    });
  });
});
