import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { badMasks, goodMasks, halves } from '../../../../test/fixtures/mask-files.ts';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { storedPixels } from '../../../../test/fixtures/pictures.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import type { MaskRequest } from '../protocol.ts';
import { mask } from './mask.ts';
import { RawPreviews } from './raw-preview.ts';

const raws = new RawPreviews();

const photo = { width: 1200, height: 800 };
const folder = await ownFolder('mask', afterAll);

async function masked(content: Buffer, more: Partial<MaskRequest> = {}) {
  const [source, target] = [join(folder, 'mask.any'), join(folder, 'copy')];
  await writeFile(source, content);
  const of = { photoWidth: photo.width, photoHeight: photo.height };
  return mask(raws, { source, target, ...photo, ...of, ...more });
}

async function made(content: Buffer, more: Partial<MaskRequest> = {}) {
  const copy = valueOf(await masked(content, more));
  const pixels = await storedPixels(copy.file);
  expect(pixels.channels).toBe(4);
  const at = (x: number, y: number) => [
    ...pixels.data.subarray((y * pixels.width + x) * 4, (y * pixels.width + x) * 4 + 4),
  ];
  return { ...copy, ...pixels, at };
}

const kept = [255, 255, 255, 255];
const outside = [0, 0, 0, 0];
const [white, black] = [
  [255, 255, 255],
  [0, 0, 0],
];
/** Returns a picture whose left half is white, which means kept. */
const leftHalf = (width: number, height: number) =>
  halves(width, height, white, black).png().toBuffer();

describe('a mask of the size of the photo', () => {
  const { width, height } = photo;

  it.each(goodMasks)('$name determines the kept area', async ({ make, decided, kept: share }) => {
    const copy = await made(await make(width, height));
    expect(copy).toMatchObject({ ...photo, changes: [decided] });
    expect(copy.at(3, 3)).toEqual(kept);
    const alpha = Math.round(510 * share - 255);
    expect(copy.at(width - 3, height - 3)).toEqual(alpha === 0 ? outside : [...white, alpha]);
    expect(copy.kept).toBeCloseTo(share, 2);
    expect(copy.bytes).toBeLessThan(50_000);
  });

  it.each([
    ['a JPEG', () => halves(width, height, white, black).jpeg({ quality: 80 })],
    [
      'an opaque WebP',
      () => halves(width, height, [...white, 255], [...black, 255]).webp({ lossless: true }),
    ],
    ['a grey TIFF', () => halves(width, height, [255], [0]).toColourspace('b-w').tiff()],
    [
      'a JPEG with an EXIF orientation',
      () => halves(width, height, black, white).withMetadata({ orientation: 3 }).jpeg(),
    ],
  ])('in %s keeps white', async (_, make) => {
    const copy = await made(await make().toBuffer());
    expect(copy).toMatchObject(photo);
    expect([copy.at(3, 3), copy.at(width - 3, height - 3)]).toEqual([kept, outside]);
    expect(copy.kept).toBeCloseTo(0.5, 2);
    expect(copy.bytes).toBeLessThan(50_000);
  });
});

describe('a mask for a smaller copy', () => {
  it('is scaled and stays hard', async () => {
    const copy = await made(await leftHalf(1200, 800), { width: 900, height: 600 });
    expect(copy).toMatchObject({ width: 900, height: 600 });
    expect(copy.changes).toContain('scaled from 1200 × 800 px to 900 × 600 px');
    const alphas = new Set(copy.data.filter((_, at) => at % 4 === 3));
    expect([...alphas].toSorted((one, other) => one - other)).toEqual([0, 255]);
    expect(copy.at(3, 3)).toEqual(kept);
  });

  it('is placed on a padded copy in the same way as the photo', async () => {
    const sizes = { width: 1200, height: 601, photoWidth: 1200, photoHeight: 400 };
    const copy = await made(await leftHalf(1200, 400), sizes);
    const edges = [99, 100, 499, 500].map((y) => copy.at(3, y));
    expect(edges).toEqual([outside, kept, kept, outside]);
  });
});

const unusable = [
  ...badMasks,
  {
    name: 'smaller.png',
    code: 'mask-size',
    says: /640 × 480.*1200 × 800/,
    make: () => leftHalf(640, 480),
  },
  {
    name: 'drawing.svg',
    code: 'mask-unreadable',
    says: /SVG/,
    make: () => Promise.resolve(Buffer.from('<svg/>')),
  },
] as const;
it.each(unusable)('$name cannot be used', async ({ make, code, says }) => {
  expect(await masked(await make(photo.width, photo.height))).toMatchObject({
    problem: { code, parameter: 'customMask', message: expect.stringMatching(says) },
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

  it('is rendered at the size of the photo', async () => {
    const copy = await made(drawn([left, stroke]));
    expect(copy).toMatchObject({ ...photo, changes: ['the drawn area is kept'] });
    expect(copy.at(3, 3)).toEqual(kept);
    expect(copy.at(60, 60)).toEqual(outside);
    expect(copy.at(width - 3, 3)).toEqual(outside);
    expect(copy.at(60 + 18, 60)[3]).toBeGreaterThan(60);
    expect(copy.at(60 + 18, 60)[3]).toBeLessThan(160);
    expect(copy.kept).toBeCloseTo(0.5, 2);
  });

  it('is rendered at the size of a smaller copy, and in the middle of a padded one', async () => {
    const small = await made(drawn([left]), { width: 600, height: 400 });
    expect(small).toMatchObject({
      width: 600,
      height: 400,
      changes: ['the drawn area is kept', 'drawn at 600 × 400 px'],
    });
    expect([small.at(299, 0), small.at(300, 0)]).toEqual([kept, outside]);
    const padded = await made(drawn([left]), { width: 600, height: 500 });
    const edges = [49, 50, 449, 450].map((y) => padded.at(3, y));
    expect(edges).toEqual([outside, kept, kept, outside]);
  });

  it('is scaled to a photo with the same aspect ratio', async () => {
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

  it('ignores operations that were undone', async () => {
    const copy = await made(drawn([left, stroke], { position: 1 }));
    expect(copy.at(60, 60)).toEqual(kept);
  });

  it.each([
    [
      'of a photo with another aspect ratio',
      drawn([left], { width: 1400 }),
      'mask-shape',
      /1400 × 800/,
    ],
    ['that keeps nothing', drawn([]), 'mask-empty', /keeps nothing/],
    ['that keeps everything', drawn([{ kind: 'fill' }]), 'mask-full', /the whole image/],
    [
      'that is not a mask document',
      Buffer.from('{"mask": 1}'),
      'mask-file-foreign',
      /not a Darkslide mask/,
    ],
    [
      'that is truncated',
      drawn([left]).subarray(0, 40),
      'mask-file-foreign',
      /not a Darkslide mask/,
    ],
    [
      'whose runs are outside the photo',
      drawn([{ kind: 'region', combine: 'add', columns: 2, rows: 2, runs: [0, 5] }]),
      'mask-file-foreign',
      /not a Darkslide mask/,
    ],
    [
      'without a number',
      drawn([{ ...stroke, points: [1, 2, null] }]),
      'mask-file-foreign',
      /not a Darkslide mask/,
    ],
  ])('%s is refused', async (_, content, code, message) => {
    expect(await masked(content)).toMatchObject({
      problem: { code, parameter: 'customMask', message: expect.stringMatching(message) },
    });
  });
});
