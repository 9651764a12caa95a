import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patches, storedPixels } from '../../../test/fixtures/pictures.ts';
import type { MaskRequest } from '../types.ts';
import { mask } from './mask.ts';

const photo = { width: 1200, height: 800 };
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-mask-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Left half `inside`, right half `outside`, each a value a channel. */
function halves(width: number, height: number, inside: number[], outside: number[]) {
  const data = Buffer.alloc(width * height * inside.length);
  for (let i = 0; i < width * height; i += 1) {
    data.set(i % width < width / 2 ? inside : outside, i * inside.length);
  }
  const channels = inside.length as 1 | 3 | 4;
  return sharp(data, { raw: { width, height, channels } });
}

async function masked(content: Buffer, more: Partial<MaskRequest> = {}) {
  const source = join(folder, 'mask.any');
  await writeFile(source, content);
  const target = join(folder, 'copy');
  return mask({
    source,
    target,
    ...photo,
    photoWidth: photo.width,
    photoHeight: photo.height,
    ...more,
  });
}

async function made(content: Buffer, more: Partial<MaskRequest> = {}) {
  const outcome = await masked(content, more);
  if (!outcome.ok) throw new Error(outcome.problem.message);
  const pixels = await storedPixels(outcome.value.file);
  expect(pixels.channels).toBe(4);
  const at = (x: number, y: number) => [
    ...pixels.data.subarray((y * pixels.width + x) * 4, (y * pixels.width + x) * 4 + 4),
  ];
  return { ...outcome.value, ...pixels, at };
}

const kept = [255, 255, 255, 255];
const outside = [0, 0, 0, 0];

describe('a mask of the size of the photo', () => {
  const { width, height } = photo;
  it.each([
    ['transparency decides', () => halves(width, height, [0, 0, 0, 255], [255, 255, 255, 0]).png()],
    ['white decides', () => halves(width, height, [255, 255, 255], [0, 0, 0]).png()],
    [
      'white decides under an opaque alpha',
      () => halves(width, height, [255, 255, 255, 255], [0, 0, 0, 255]).webp({ lossless: true }),
    ],
    ['white decides in grey', () => halves(width, height, [255], [0]).toColourspace('b-w').tiff()],
    [
      'white decides in a JPEG',
      () => halves(width, height, [255, 255, 255], [0, 0, 0]).jpeg({ quality: 80 }),
    ],
    [
      'turned as EXIF says',
      () =>
        halves(width, height, [0, 0, 0], [255, 255, 255]).withMetadata({ orientation: 3 }).jpeg(),
    ],
  ])('%s', async (_, make) => {
    const copy = await made(await make().toBuffer());
    expect(copy).toMatchObject(photo);
    expect(copy.at(3, 3)).toEqual(kept);
    expect(copy.at(width - 3, height - 3)).toEqual(outside);
    expect(copy.kept).toBeCloseTo(0.5, 2);
    expect(copy.bytes).toBeLessThan(50_000);
  });

  it('keeps a feathered edge', async () => {
    const soft = await halves(width, height, [255, 255, 255], [128, 128, 128]).png().toBuffer();
    const copy = await made(soft);
    expect(copy.at(width - 3, 3)).toEqual([255, 255, 255, 128]);
  });
});

describe('a mask for a smaller copy', () => {
  it('is scaled, and stays hard', async () => {
    const content = await halves(1200, 800, [255, 255, 255], [0, 0, 0]).png().toBuffer();
    const copy = await made(content, { width: 900, height: 600 });
    expect(copy).toMatchObject({ width: 900, height: 600 });
    expect(copy.changes).toContain('scaled from 1200 × 800 px to 900 × 600 px');
    const alphas = new Set(copy.data.filter((_, at) => at % 4 === 3));
    expect([...alphas].toSorted((one, other) => one - other)).toEqual([0, 255]);
    expect(copy.at(3, 3)).toEqual(kept);
  });

  it('lies on the padding as the photo does', async () => {
    const content = await halves(1200, 400, [255, 255, 255], [0, 0, 0]).png().toBuffer();
    const copy = await made(content, {
      width: 1200,
      height: 601,
      photoWidth: 1200,
      photoHeight: 400,
    });
    expect(copy.at(3, 99)).toEqual(outside);
    expect(copy.at(3, 100)).toEqual(kept);
    expect(copy.at(3, 499)).toEqual(kept);
    expect(copy.at(3, 500)).toEqual(outside);
  });
});

describe('a mask that cannot be used', () => {
  const { width, height } = photo;
  it.each([
    [
      'of another size',
      () => halves(640, 480, [255], [0]).png().toBuffer(),
      'mask-size',
      /640 × 480.*1200 × 800/,
    ],
    [
      'that keeps nothing',
      () => halves(width, height, [0], [0]).png().toBuffer(),
      'mask-empty',
      /keeps nothing/,
    ],
    [
      'that keeps all',
      () => halves(width, height, [255], [255]).png().toBuffer(),
      'mask-full',
      /keeps the whole/,
    ],
    [
      'that is a photo',
      () => patches(width, height).png().toBuffer(),
      'mask-invalid',
      /colour picture/,
    ],
    [
      'that is a data URL',
      () => Promise.resolve(Buffer.from('data:image/png;base64,iVBORw0')),
      'mask-unreadable',
      /data URL/,
    ],
    ['that is an SVG', () => Promise.resolve(Buffer.from('<svg/>')), 'mask-unreadable', /SVG/],
    [
      'that is damaged',
      async () => (await halves(width, height, [255], [0]).png().toBuffer()).subarray(0, 300),
      'mask-unreadable',
      /damaged/,
    ],
  ] as const)('%s', async (_, make, code, words) => {
    expect(await masked(await make())).toMatchObject({
      problem: { code, parameter: 'customMask', message: expect.stringMatching(words) },
    });
  });
});

describe('a mask that was drawn in Darkslide', () => {
  const { width, height } = photo;
  const drawn = (operations: readonly object[], more: object = {}) =>
    Buffer.from(
      JSON.stringify({ width, height, operations, position: operations.length, ...more }),
    );
  const left = { kind: 'rectangle', combine: 'add', x: 0, y: 0, width: width / 2, height };
  const stroke = { kind: 'stroke', combine: 'subtract', points: [60, 60, 25], hardness: 0.5 };

  it('is made at the size of the photo', async () => {
    const copy = await made(drawn([left, stroke]));
    expect(copy).toMatchObject({ ...photo, changes: ['the drawn area is kept'] });
    expect(copy.at(3, 3)).toEqual(kept);
    expect(copy.at(60, 60)).toEqual(outside);
    expect(copy.at(width - 3, 3)).toEqual(outside);
    expect(copy.at(60 + 18, 60)[3]).toBeGreaterThan(60);
    expect(copy.at(60 + 18, 60)[3]).toBeLessThan(160);
    expect(copy.kept).toBeCloseTo(0.5, 2);
  });

  it('is made at the size of a smaller copy, and in the middle of a padded one', async () => {
    const small = await made(drawn([left]), { width: 600, height: 400 });
    expect(small).toMatchObject({
      width: 600,
      height: 400,
      changes: ['the drawn area is kept', 'drawn at 600 × 400 px'],
    });
    expect([small.at(299, 0), small.at(300, 0)]).toEqual([kept, outside]);
    const padded = await made(drawn([left]), { width: 600, height: 500 });
    expect([padded.at(3, 49), padded.at(3, 50), padded.at(3, 449), padded.at(3, 450)]).toEqual([
      outside,
      kept,
      kept,
      outside,
    ]);
  });

  it('is scaled to a photo of the same shape', async () => {
    const copy = await made(drawn([{ ...left, width: 300 }], { width: 600, height: 401 }));
    expect(copy).toMatchObject({
      ...photo,
      changes: ['the drawn area is kept', 'scaled from 600 × 401 px to 1200 × 800 px'],
    });
    const soft = await made(drawn([{ ...left, width: 150 }], { width: 300, height: 200 }), {
      width: 600,
      height: 400,
    });
    expect(soft.changes).toEqual([
      'the drawn area is kept',
      'scaled from 300 × 200 px to 1200 × 800 px',
      'drawn at 600 × 400 px',
    ]);
    expect([soft.at(299, 0), soft.at(300, 0)]).toEqual([kept, outside]);
  });

  it('counts no more than what was not undone', async () => {
    const copy = await made(drawn([left, stroke], { position: 1 }));
    expect(copy.at(60, 60)).toEqual(kept);
  });

  it.each([
    ['of a photo of another shape', drawn([left], { width: 1400 }), 'mask-shape', /1400 × 800/],
    ['that keeps nothing', drawn([]), 'mask-empty', /keeps nothing/],
    ['that keeps all', drawn([{ kind: 'fill' }]), 'mask-full', /the whole picture/],
    ['that is none', Buffer.from('{"mask": 1}'), 'mask-file-foreign', /no drawn mask/],
    ['that breaks off', drawn([left]).subarray(0, 40), 'mask-file-foreign', /no drawn mask/],
    [
      'whose runs lie beside the photo',
      drawn([{ kind: 'region', combine: 'add', columns: 2, rows: 2, runs: [0, 5] }]),
      'mask-file-foreign',
      /no drawn mask/,
    ],
    [
      'without a number',
      drawn([{ ...stroke, points: [1, 2, null] }]),
      'mask-file-foreign',
      /no drawn/,
    ],
  ])('%s is refused', async (_, content, code, message) => {
    const outcome = await masked(content);
    expect(outcome).toMatchObject({ ok: false, problem: { code, parameter: 'customMask' } });
    expect(outcome.ok ? '' : outcome.problem.message).toMatch(message);
  });
});
