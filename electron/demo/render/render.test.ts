import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderJob } from './job.ts';
import { renderExecution } from './render.ts';
import { demoSoftware } from './sign.ts';

let folder: string;
let photo: string;
/** The same at half its size, for what needs no fine edge. */
let small: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-render-'));
  photo = await makeStudioPhoto();
  small = join(folder, 'small.jpg');
  await sharp(photo)
    .resize(width / 2)
    .toFile(small);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const width = 900;
const height = 1100;
/** A bottle with a handle one can look through; white is the subject. */
const shape =
  '<path d="M330 380 q0 -60 60 -60 v-90 h120 v90 q60 0 60 60 v560 q0 30 -30 30 h-180 q-30 0 -30 -30 z"/><path d="M560 480 q180 0 180 150 t-180 150" fill="none" stroke-width="46"/>';

function drawn(paint: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g fill="${paint}" stroke="${paint}" stroke-width="0">${shape}</g></svg>`,
  );
}

/** A studio photo as a camera makes it: a cyclorama with fall-off, a soft shadow, grain, JPEG. */
async function makeStudioPhoto(): Promise<string> {
  const backdrop = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="v" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#aab0b8"/><stop offset="0.65" stop-color="#e2e4e6"/><stop offset="1" stop-color="#c3c6c9"/></linearGradient>
    <radialGradient id="l" cx="0.3" cy="0.35" r="0.8"><stop offset="0" stop-color="#fff" stop-opacity="0.5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <filter id="b"><feGaussianBlur stdDeviation="30"/></filter></defs>
    <rect width="100%" height="100%" fill="url(#v)"/><rect width="100%" height="100%" fill="url(#l)"/>
    <ellipse cx="470" cy="980" rx="230" ry="40" fill="#8c8f92" filter="url(#b)"/></svg>`;
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 3 },
    },
  })
    .png()
    .toBuffer();
  const file = join(folder, 'studio.jpg');
  const whole = await sharp(Buffer.from(backdrop))
    .composite([{ input: drawn('#2f6b57') }, { input: grain, blend: 'soft-light' }])
    .png()
    .toBuffer();
  await sharp(whole).flatten().jpeg({ quality: 90 }).toFile(file);
  return file;
}

async function truth(): Promise<Buffer> {
  return sharp(drawn('#fff')).extractChannel('alpha').raw().toBuffer();
}

async function render(over: Partial<RenderJob> & { agent: string; photo: string }, images = 1) {
  const format = over.format ?? 'png';
  const targets = Array.from({ length: images }, (_, index) => ({
    index,
    file: join(folder, `${over.agent}-${Math.random().toString(36).slice(2)}.${format}`),
  }));
  await renderExecution(
    {
      kind: 'render',
      params: {},
      seed: 's',
      mask: null,
      scene: null,
      figure: null,
      format,
      targets,
      ...over,
    },
    () => undefined,
  );
  return targets.map(({ file }) => file);
}

async function raw(file: string): Promise<Buffer> {
  return sharp(file).removeAlpha().raw().toBuffer();
}

async function alphaOf(file: string): Promise<Buffer> {
  return sharp(file).extractChannel('alpha').raw().toBuffer();
}

/** Intersection over union of what is more than half there, without the corner of the DEMO mark. */
function overlap(a: Buffer, b: Buffer, across: number): number {
  let [both, either] = [0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const inMark = at % across > across * 0.75 && at / across > (a.length / across) * 0.92;
    if (inMark) continue;
    const [one, other] = [a[at]! > 127, b[at]! > 127];
    if (one && other) both += 1;
    if (one || other) either += 1;
  }
  return both / either;
}

/** The mark's corner left out, are these pixels within `tolerance` of each other? */
function pixel(data: Buffer, across: number, x: number, y: number): number[] {
  const at = (y * across + x) * 3;
  return [...data.subarray(at, at + 3)];
}

describe('removeBG', () => {
  it('cuts the subject from a cyclorama, through its handle and without its shadow', async () => {
    const [file = ''] = await render({ agent: 'removeBG', photo });
    expect(await sharp(file).metadata()).toMatchObject({
      width,
      height,
      hasAlpha: true,
      format: 'png',
    });
    const alpha = await alphaOf(file);
    expect(overlap(alpha, await truth(), width)).toBeGreaterThan(0.97);
    expect(alpha[630 * width + 640]).toBe(0);
  });

  it('sets the exact colour, and each image differs', async () => {
    const params = { backgroundHex: '#f4e8d8' };
    const files = await render({ agent: 'removeBG', photo, params }, 4);
    const pictures = await Promise.all(files.map(raw));
    for (const data of pictures) expect(pixel(data, width, 20, 20)).toEqual([0xf4, 0xe8, 0xd8]);
    expect(new Set(pictures.map((data) => data.toString('latin1'))).size).toBe(4);
  });

  it('keeps what a custom mask keeps, to the pixel', async () => {
    const mask = join(folder, 'mask.png');
    const square =
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1100"><rect x="100" y="100" width="300" height="300"/></svg>';
    await sharp(Buffer.from(square)).png().toFile(mask);
    const [file = ''] = await render({
      agent: 'removeBG',
      photo,
      mask,
      params: { backgroundHex: '#000000' },
    });
    const [result, original] = [await raw(file), await raw(photo)];
    for (const [x, y] of [
      [100, 100],
      [250, 300],
      [399, 399],
    ] as const) {
      expect(pixel(result, width, x, y)).toEqual(pixel(original, width, x, y));
    }
    expect(pixel(result, width, 401, 401)).toEqual([0, 0, 0]);
  });

  it('refuses a mask of another size', async () => {
    const mask = join(folder, 'small.png');
    await sharp({ create: { width: 10, height: 10, channels: 4, background: '#0000' } })
      .png()
      .toFile(mask);
    await expect(render({ agent: 'removeBG', photo, mask })).rejects.toThrow(/10\*10/);
  });

  const shipped = new URL('../../../build-resources/photos/teapot-stoneware.jpg', import.meta.url);
  it.skipIf(!existsSync(shipped))('cuts a product shot', async () => {
    const photo = shipped.pathname;
    const [file = ''] = await render({ agent: 'removeBG', photo });
    const alpha = await alphaOf(file);
    const { width: across } = await sharp(file).metadata();
    const kept = alpha.reduce((sum, a) => sum + a, 0) / 255 / alpha.length;
    expect(kept).toBeGreaterThan(0.2);
    expect(kept).toBeLessThan(0.35);
    expect(alpha[10 * across + 10]).toBe(0);
    expect(alpha[600 * across + 600]).toBe(255);
  });
});

describe('expandimage', () => {
  it('makes the exact size with the photo untouched at its place', async () => {
    const params = { targetWidth: 1300, targetHeight: 1201, fillLeft: 301, fillTop: -50 };
    for (const file of await render({ agent: 'expandimage', photo, params }, 2)) {
      expect(await sharp(file).metadata()).toMatchObject({ width: 1300, height: 1201 });
      const part = await sharp(file)
        .extract({ left: 301, top: 0, width, height: 1000 })
        .raw()
        .toBuffer();
      const original = await sharp(photo)
        .extract({ left: 0, top: 50, width, height: 1000 })
        .raw()
        .toBuffer();
      expect(part.equals(original)).toBe(true);
    }
  });

  it('continues the backdrop without a step, and centres where nothing is said', async () => {
    const [file = ''] = await render({
      agent: 'expandimage',
      photo,
      params: { targetWidth: 1400, targetHeight: 1100 },
    });
    const [result, original] = [await raw(file), await raw(photo)];
    expect(pixel(result, 1400, 250, 500)).toEqual(pixel(original, width, 0, 500));
    const [inside, outside] = [pixel(result, 1400, 251, 500), pixel(result, 1400, 247, 500)];
    for (const k of [0, 1, 2]) expect(Math.abs(inside[k]! - outside[k]!)).toBeLessThan(14);
  });

  it('crops where the target is smaller than the photo', async () => {
    const params = { targetWidth: 300, targetHeight: 300, fillLeft: -400, fillTop: -400 };
    const [file = ''] = await render({ agent: 'expandimage', photo, params });
    expect(await sharp(file).metadata()).toMatchObject({ width: 300, height: 300 });
  });
});

describe('the agents that recompose', () => {
  const scene = { scene: 'seaside', variant: 7 } as const;
  const base = { maskType: 'autoSubjectSegment', generatedContent: 'freeCreation' };
  let before: Buffer | undefined;

  it('leave what is kept untouched and change the rest', async () => {
    const params = { maskType: 'autoSubjectSegment', generatedContent: 'freeCreation' };
    const [file = ''] = await render({ agent: 'aiproduct', photo: small, params, scene });
    const [result, original] = [await raw(file), await raw(small)];
    expect(pixel(result, width / 2, 225, 350)).toEqual(pixel(original, width / 2, 225, 350));
    expect(pixel(result, width / 2, 50, 50)).not.toEqual(pixel(original, width / 2, 50, 50));
  });

  it.each<[string, object, Partial<RenderJob>]>([
    ['scene', {}, { scene: { scene: 'night', variant: 3 } }],
    ['words', { textDescription: 'in the mountains' }, {}],
    ['words to leave out', { negTextDescription: 'people' }, {}],
    ['freedom', { generatedContent: 'referToOrigin' }, {}],
    ['mask type', { maskType: 'autoUpperApparelSegment' }, {}],
    ['model', { maskType: 'autoApparelSegment' }, { figure: { variant: 5001 } }],
    ['pose', { pose: 'freePose' }, {}],
    ['format', {}, { format: 'jpg' }],
  ])('show another %s', async (_what, params, more) => {
    before ??= await raw(
      (await render({ agent: 'aimodel', photo: small, params: base, scene }))[0] ?? '',
    );
    const [after = ''] = await render({
      agent: 'aimodel',
      photo: small,
      params: { ...base, ...params },
      scene,
      ...more,
    });
    expect((await raw(after)).equals(before)).toBe(false);
    expect((await sharp(after).metadata()).format).toBe(more.format === 'jpg' ? 'jpeg' : 'png');
  });

  it.each([
    [{ generateVersion: 'bananaPro', imageSize: '1K', aspectRatio: '9:16' }, 576, 1024],
    [{ generateVersion: 'bananaPro', imageSize: '1K' }, 768, 1024],
    [{ generateVersion: 'weshopPro', aspectRatio: '21:9' }, 550, 236],
    [{ generateVersion: 'weshopFlash' }, 450, 550],
  ])('virtualtryon makes %j %i by %i', async (params, across, down) => {
    const [file = ''] = await render({
      agent: 'virtualtryon',
      photo: small,
      params,
      scene,
    });
    expect(await sharp(file).metadata()).toMatchObject({ width: across, height: down });
  });
});

describe('every image', () => {
  it.each(['png', 'jpg'] as const)(
    'says DEMO in its corner and in the metadata of a %s',
    async (format) => {
      const params = { backgroundHex: '#ffffff' };
      const [file = ''] = await render({ agent: 'removeBG', photo, params, format });
      const { exif, icc } = await sharp(file).metadata();
      expect(exif?.toString('latin1')).toContain('DEMO');
      expect(exif?.toString('latin1')).toContain(demoSoftware);
      expect(icc).toBeDefined();
      const corner = await sharp(file)
        .extract({ left: width - 130, top: height - 70, width: 130, height: 70 })
        .stats();
      expect(corner.channels[0]?.min).toBeLessThan(140);
      expect(corner.channels[0]?.stdev).toBeGreaterThan(20);
    },
  );
});
