import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';
import { figureSvg } from './figures.ts';
import type { RenderJob } from './job.ts';
import { renderExecution } from './render.ts';
import { demoSoftware } from './sign.ts';

const folder = await ownFolder('render', afterAll);
/** A studio photo of 450 x 550 px, and a smaller copy for tests that do not check a fine edge. */
let photo: string;
let small: string;
beforeAll(async () => {
  photo = await makeStudioPhoto();
  small = join(folder, 'small.jpg');
  await sharp(photo).resize(300).toFile(small);
});

const width = 450;
const height = 550;
/**
 * A bottle with a handle. White pixels are the subject; the opening in the handle is not part of
 * the subject.
 */
const shape =
  '<path d="M330 380 q0 -60 60 -60 v-90 h120 v90 q60 0 60 60 v560 q0 30 -30 30 h-180 q-30 0 -30 -30 z"/><path d="M560 480 q180 0 180 150 t-180 150" fill="none" stroke-width="46"/>';

function drawn(paint: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 900 1100"><g fill="${paint}" stroke="${paint}" stroke-width="0">${shape}</g></svg>`,
  );
}

/**
 * Writes a studio photo that looks like one from a camera: a cyclorama with light fall-off, a soft
 * shadow and grain, as JPEG.
 */
async function makeStudioPhoto(): Promise<string> {
  const backdrop = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 900 1100"><defs>
    <linearGradient id="v" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#aab0b8"/><stop offset="0.65" stop-color="#e2e4e6"/><stop offset="1" stop-color="#c3c6c9"/></linearGradient>
    <radialGradient id="l" cx="0.3" cy="0.35" r="0.8"><stop offset="0" stop-color="#fff" stop-opacity="0.5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <filter id="b"><feGaussianBlur stdDeviation="30"/></filter></defs>
    <rect width="100%" height="100%" fill="url(#v)"/><rect width="100%" height="100%" fill="url(#l)"/>
    <ellipse cx="470" cy="980" rx="230" ry="40" fill="#8c8f92" filter="url(#b)"/></svg>`;
  const noise = { type: 'gaussian', mean: 128, sigma: 3 } as const;
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise },
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
  const bare = { params: {}, mask: null, scene: null, figure: null };
  const job: RenderJob = { kind: 'render', ...bare, format, targets, ...over };
  await renderExecution(job, () => undefined);
  return targets.map(({ file }) => file);
}

async function raw(file: string): Promise<Buffer> {
  return sharp(file).removeAlpha().raw().toBuffer();
}

async function alphaOf(file: string): Promise<Buffer> {
  return sharp(file).extractChannel('alpha').raw().toBuffer();
}

/** Returns the intersection over union of the pixels above half opacity, ignoring the corner with the DEMO mark. */
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

/** Returns the samples of one pixel. */
function pixel(data: Buffer, across: number, x: number, y: number): number[] {
  const at = (y * across + x) * 3;
  return [...data.subarray(at, at + 3)];
}

describe('removeBG', () => {
  it('cuts out a subject on a cyclorama, without the opening in its handle and without its shadow', async () => {
    const [file = ''] = await render({ agent: 'removeBG', photo });
    const made = { width, height, hasAlpha: true, format: 'png' };
    expect(await sharp(file).metadata()).toMatchObject(made);
    const alpha = await alphaOf(file);
    expect(overlap(alpha, await truth(), width)).toBeGreaterThan(0.97);
    expect(alpha[315 * width + 320]).toBe(0);
  });

  it('uses exactly the given colour, and makes each image different', async () => {
    const params = { backgroundHex: '#f4e8d8' };
    const files = await render({ agent: 'removeBG', photo: small, params }, 4);
    const pictures = await Promise.all(files.map(raw));
    for (const data of pictures) expect(pixel(data, 300, 7, 7)).toEqual([0xf4, 0xe8, 0xd8]);
    expect(new Set(pictures.map((data) => data.toString('latin1'))).size).toBe(4);
  });

  it('keeps exactly the pixels of a custom mask', async () => {
    const mask = join(folder, 'mask.png');
    const square =
      '<svg xmlns="http://www.w3.org/2000/svg" width="450" height="550"><rect x="50" y="50" width="150" height="150"/></svg>';
    await sharp(Buffer.from(square)).png().toFile(mask);
    const params = { backgroundHex: '#000000' };
    const [file = ''] = await render({ agent: 'removeBG', photo, mask, params });
    const [result, original] = [await raw(file), await raw(photo)];
    for (const [x, y] of [
      [50, 50],
      [125, 150],
      [199, 199],
    ] as const) {
      expect(pixel(result, 450, x, y)).toEqual(pixel(original, 450, x, y));
    }
    expect(pixel(result, 450, 201, 201)).toEqual([0, 0, 0]);
  });

  it('refuses a mask of another size', async () => {
    const mask = join(folder, 'small.png');
    await sharp({ create: { width: 10, height: 10, channels: 4, background: '#0000' } })
      .png()
      .toFile(mask);
    await expect(render({ agent: 'removeBG', photo: small, mask })).rejects.toThrow(/10\*10/);
  });

  it('cuts out a whole person, even if the shoulders reach both edges', async () => {
    const person = join(folder, 'person.png');
    const area = { left: 50, top: 50, width: 380, height: 590 };
    await sharp(Buffer.from(figureSvg({ variant: 5003 }, { width: 480, height: 640 })))
      .extract(area)
      .png()
      .toFile(person);
    const [file = ''] = await render({ agent: 'removeBG', photo: person });
    const alpha = await alphaOf(file);
    const at = (x: number, y: number) => alpha[y * area.width + x];
    expect([at(5, 5), at(374, 5), at(374, 300)]).toEqual([0, 0, 0]);
    expect([at(5, 580), at(190, 500), at(374, 540), at(190, 200)]).toEqual([255, 255, 255, 255]);
  });

  it('cuts out a product', async () => {
    const teapot = lightPhotograph('teapot-stoneware.jpg');
    const [file = ''] = await render({ agent: 'removeBG', photo: teapot });
    const alpha = await alphaOf(file);
    const { width: across, height: down } = await sharp(file).metadata();
    const kept = alpha.reduce((sum, a) => sum + a, 0) / 255 / alpha.length;
    expect(kept).toBeGreaterThan(0.2);
    expect(kept).toBeLessThan(0.35);
    expect(alpha[10 * across + 10]).toBe(0);
    expect(alpha[Math.round(down / 2) * across + Math.round(across / 2)]).toBe(255);
  });
});

describe('expandimage', () => {
  const agent = 'expandimage';

  it('creates the exact size, with the photo unchanged at its position', async () => {
    const params = { targetWidth: 700, targetHeight: 601, fillLeft: 151, fillTop: -50 };
    const area = { left: 0, top: 50, width: 450, height: 500 };
    const original = await sharp(photo).extract(area).raw().toBuffer();
    for (const file of await render({ agent, photo, params }, 2)) {
      expect(await sharp(file).metadata()).toMatchObject({ width: 700, height: 601 });
      const there = { ...area, left: 151, top: 0 };
      expect((await sharp(file).extract(there).raw().toBuffer()).equals(original)).toBe(true);
    }
  });

  it('continues the backdrop seamlessly, and centres the photo by default', async () => {
    const params = { targetWidth: 700, targetHeight: 550 };
    const [file = ''] = await render({ agent, photo, params });
    const [result, original] = [await raw(file), await raw(photo)];
    expect(pixel(result, 700, 125, 250)).toEqual(pixel(original, 450, 0, 250));
    const [inside, outside] = [pixel(result, 700, 126, 250), pixel(result, 700, 122, 250)];
    for (const k of [0, 1, 2]) expect(Math.abs(inside[k]! - outside[k]!)).toBeLessThan(14);
  });

  it('crops a photo that is larger than the target', async () => {
    const params = { targetWidth: 150, targetHeight: 150, fillLeft: -200, fillTop: -200 };
    const [file = ''] = await render({ agent, photo, params });
    expect(await sharp(file).metadata()).toMatchObject({ width: 150, height: 150 });
  });
});

describe('the recomposing agents', () => {
  const scene = { scene: 'seaside', variant: 7 } as const;
  const base = { maskType: 'autoSubjectSegment', generatedContent: 'freeCreation' };
  let before: Buffer | undefined;

  it('leave the kept area unchanged and change the rest of the photo', async () => {
    const [file = ''] = await render({ agent: 'aiproduct', photo, params: base, scene });
    const [result, original] = [await raw(file), await raw(photo)];
    expect(pixel(result, 450, 225, 350)).toEqual(pixel(original, 450, 225, 350));
    expect(pixel(result, 450, 50, 50)).not.toEqual(pixel(original, 450, 50, 50));
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
  ])('show the effect of a different %s', async (_what, params, more) => {
    const usual = { agent: 'aimodel', photo: small, params: base, scene };
    before ??= await raw((await render(usual))[0] ?? '');
    const [after = ''] = await render({ ...usual, params: { ...base, ...params }, ...more });
    expect((await raw(after)).equals(before)).toBe(false);
    expect((await sharp(after).metadata()).format).toBe(more.format === 'jpg' ? 'jpeg' : 'png');
  });

  it.each([
    [{ generateVersion: 'bananaPro', imageSize: '1K', aspectRatio: '9:16' }, 576, 1024],
    [{ generateVersion: 'bananaPro', imageSize: '1K' }, 768, 1024],
    [{ generateVersion: 'weshopPro', aspectRatio: '21:9' }, 367, 157],
    [{ generateVersion: 'weshopFlash' }, 300, 367],
  ])('virtualtryon with %j creates %i by %i px', async (params, across, down) => {
    const [file = ''] = await render({ agent: 'virtualtryon', photo: small, params, scene });
    expect(await sharp(file).metadata()).toMatchObject({ width: across, height: down });
  });
});

describe('every image', () => {
  it.each(['png', 'jpg'] as const)(
    'is marked as DEMO in the corner and in the metadata of a %s',
    async (format) => {
      const params = { backgroundHex: '#ffffff' };
      const [file = ''] = await render({ agent: 'removeBG', photo, params, format });
      const { exif, icc } = await sharp(file).metadata();
      expect(exif?.toString('latin1')).toContain('DEMO');
      expect(exif?.toString('latin1')).toContain(demoSoftware);
      expect(icc).toBeDefined();
      const area = { left: 450 - 65, top: 550 - 35, width: 65, height: 35 };
      const { channels } = await sharp(file).extract(area).stats();
      expect(channels[0]?.min).toBeLessThan(140);
      expect(channels[0]?.stdev).toBeGreaterThan(20);
    },
  );
});
