import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePsdBuffer } from 'ag-psd';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { noDownloads } from '../../test/fixtures/downloads.ts';
import { openReader } from '../../test/fixtures/exiftool.ts';
import { patches } from '../../test/fixtures/pictures.ts';
import { storedDpi, withoutChunks, withoutPhys } from '../../test/fixtures/resolution.ts';
import { systemClock } from '../base/clock.ts';
import { sha256File } from '../base/files.ts';
import type { StartHelper } from '../base/helper.ts';
import { createImages } from '../images/images.ts';
import { startNode } from '../images/start-node.ts';
import { createDelivery } from './delivery.ts';
import { resolutionEdits } from './plain-resolution.ts';
import type { Delivery } from './types.ts';

const reader = await openReader();
const images = createImages({ start: startNode, processes: 1, clock: systemClock });
const begin = (startHelper: StartHelper): Delivery =>
  createDelivery({
    owner: 'a data folder',
    startHelper,
    check: images.check,
    clock: systemClock,
    random: Math.random,
    downloads: noDownloads,
  });
const delivery = begin(startNode);
let home = '';
let counter = 0;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'darkslide-plain-'));
});
afterAll(async () => {
  await delivery.close();
  await images.close();
  await reader.end();
  await rm(home, { recursive: true, force: true });
});

const picture = () => patches(40, 30).removeAlpha();
const photoOf = (dpi: number) => picture().withDensity(dpi).jpeg().toBuffer();
/** What sharp writes has no JFIF. */
const withJfif = (jpeg: Buffer, dpi: number) => {
  const jfif = Buffer.from('ffe000104a46494600010201000000000000', 'hex');
  jfif.writeUInt16BE(dpi, 12);
  jfif.writeUInt16BE(dpi, 14);
  return Buffer.concat([jpeg.subarray(0, 2), jfif, jpeg.subarray(2)]);
};
/** States `dpi` in EXIF, and has no JFIF. */
const withExif = (dpi: number) =>
  picture()
    .withExif({ IFD0: { Make: 'Nikon' } })
    .withDensity(dpi)
    .jpeg()
    .toBuffer();

async function psdOf(imageResources?: object): Promise<Buffer> {
  const { data, info } = await picture().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const imageData = {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data),
  };
  const { width, height } = info;
  return writePsdBuffer({
    width,
    height,
    imageData,
    ...(imageResources === undefined ? {} : { imageResources }),
  });
}

const statedInPsd = (dpi: number) =>
  ({
    resolutionInfo: {
      horizontalResolution: dpi,
      horizontalResolutionUnit: 'PPI',
      widthUnit: 'Inches',
      verticalResolution: dpi,
      verticalResolutionUnit: 'PPI',
      heightUnit: 'Inches',
    },
  }) as const;

interface Photo {
  readonly photo?: Buffer | null;
  /** Whether the photo is another one by now. */
  readonly isReplaced?: boolean;
}

/** Delivers a result without metadata; the path of the delivered file. */
async function delivered(
  result: Buffer,
  { photo = null, isReplaced = false }: Photo = {},
  by = delivery,
): Promise<string> {
  counter += 1;
  const [from, photoPath] = [join(home, `from-${counter}`), join(home, `photo-${counter}`)];
  const outFolder = await mkdtemp(join(home, 'out-'));
  await writeFile(from, result);
  if (photo !== null) await writeFile(photoPath, photo);
  const isPsd = result.toString('latin1', 0, 4) === '8BPS';
  const placed = await by.place({
    fetched: {
      file: from,
      sha256: await sha256File(from),
      bytes: result.length,
      width: 40,
      height: 30,
      extension: '.out',
    },
    context: {
      outFolder,
      subFolder: '',
      template: '{name}',
      photoName: 'photo.jpg',
      photoSha256: photo === null || isReplaced ? 'ab'.repeat(32) : await sha256File(photoPath),
      photoPath: photo === null ? null : photoPath,
      agent: 'removeBG',
      version: 'v1.0',
      recipe: '',
      model: '',
      scene: '',
      executionId: 'execution',
      taskId: 'task',
      seq: 1,
      at: 0,
      metadata: 'none',
    },
    index: 1,
    kind: isPsd ? 'psd' : 'image',
    onTarget: () => {},
    already: null,
  });
  if (!placed.ok) throw new Error(placed.problem.message);
  const { file, sha256, bytes } = placed.value;
  expect([await sha256File(file), (await stat(file)).size]).toEqual([sha256, bytes]);
  expect(await readdir(outFolder)).toHaveLength(1);
  return file;
}

const pixelsOf = (file: string | Buffer) => sharp(file, { ignoreIcc: true }).raw().toBuffer();

const pngs: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['without pHYs', async () => withoutPhys(await picture().png().toBuffer())],
  [
    'with another pHYs',
    async () => withoutChunks(await picture().withDensity(72).png().toBuffer(), 'eXIf'),
  ],
];
const withExifs: typeof pngs = [
  ['PNG with another pHYs and EXIF', () => picture().withDensity(72).png().toBuffer()],
  [
    'PNG with EXIF alone',
    async () => withoutPhys(await picture().withDensity(72).png().toBuffer()),
  ],
];
const jpegs: typeof pngs = [
  ['JPEG with another JFIF', async () => withJfif(await picture().jpeg().toBuffer(), 72)],
  ['JPEG without JFIF', () => picture().jpeg().toBuffer()],
  ['JPEG with JFIF and EXIF that say otherwise', async () => withJfif(await withExif(72), 96)],
  ['JPEG with EXIF alone', () => withExif(72)],
];
const psds: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['without 0x03ED', () => psdOf()],
  ['with another 0x03ED', () => psdOf(statedInPsd(72))],
];

describe.each([...pngs, ...withExifs, ...jpegs].map(([name, make]) => ({ name, make })))(
  'B19 an image $name that is delivered without metadata',
  ({ make }) => {
    it.each([240, 300])('B19 states the %s dpi of its photo and keeps its pixels', async (dpi) => {
      const result = await make();
      const file = await delivered(result, { photo: await photoOf(dpi) });
      expect(storedDpi(await readFile(file))).toEqual([dpi, dpi]);
      expect((await sharp(file).metadata()).density).toBe(dpi);
      expect((await pixelsOf(file)).equals(await pixelsOf(result))).toBe(true);
      const tags = (await reader.readRaw(file, {
        readArgs: [
          '-a',
          '-G1',
          '-n',
          '-Warning',
          '-XResolution',
          '-YResolution',
          '-PixelsPerUnit*',
        ],
      })) as Record<string, unknown>;
      const told = Object.entries(tags).filter(([tag]) => /resolution|perunit/i.test(tag));
      expect(told.length).toBeGreaterThanOrEqual(2);
      for (const [tag, stated] of told) {
        const perMetre = tag.startsWith('PNG-pHYs');
        expect([tag, stated]).toEqual([tag, perMetre ? Math.round(dpi / 0.0254) : dpi]);
      }
      expect(Object.keys(tags).filter((tag) => tag.includes('Warning'))).toEqual([]);
    });
  },
);

it.each(pngs)('B19 of a PNG %s every other chunk stays, byte for byte', async (_, make) => {
  const result = await make();
  const mine = await readFile(await delivered(result, { photo: await photoOf(240) }));
  expect(withoutPhys(mine).equals(withoutPhys(result))).toBe(true);
  expect(mine.equals(result)).toBe(false);
});

it.each(psds)('B19 a PSD %s states it and stays readable', async (_, make) => {
  const file = await delivered(await make(), { photo: await photoOf(240) });
  expect(storedDpi(await readFile(file))).toEqual([240, 240]);
  expect((await images.check(file, 'psd')).ok).toBe(true);
  const readArgs = ['-n', '-Warning', '-Photoshop:XResolution', '-ImageWidth'];
  const tags = await reader.readRaw(file, { readArgs });
  expect(tags).toMatchObject({ XResolution: 240, ImageWidth: 40 });
  expect(tags).not.toHaveProperty('Warning');
});

it.each([
  ['PNG', () => picture().withDensity(240).png().toBuffer()],
  ['JPEG', async () => withJfif(await withExif(240), 240)],
  ['PSD', () => psdOf(statedInPsd(240))],
])('B19 a %s that states it already keeps its bytes', async (_, make) => {
  const result = await make();
  const file = await delivered(result, { photo: await photoOf(240) });
  expect((await readFile(file)).equals(result)).toBe(true);
});

it('B19 states 300 dpi where the photo is an address or was replaced', async () => {
  const result = await picture().withDensity(72).png().toBuffer();
  const photo = await photoOf(240);
  for (const of of [{}, { photo, isReplaced: true }, { photo: Buffer.from('no photo') }])
    expect(storedDpi(await readFile(await delivered(result, of)))).toEqual([300, 300]);
});

it.skipIf(process.platform === 'win32')(
  'B19 states 300 dpi where ExifTool does not start, and still delivers',
  async () => {
    vi.stubEnv('PATH', home);
    const bare = begin((_module, args) => startNode(join(home, 'gone.ts'), args));
    try {
      expect(await bare.canMark()).toMatchObject({ ok: false });
      const result = await picture().png().toBuffer();
      const file = await delivered(result, { photo: await photoOf(240) }, bare);
      expect(storedDpi(await readFile(file))).toEqual([300, 300]);
    } finally {
      vi.unstubAllEnvs();
      await bare.close();
    }
  },
);

it('B19 leaves a JPEG whose colours a JFIF would change, and what it cannot read', async () => {
  const jpeg = await picture().jpeg().toBuffer();
  // Adobe's marker: the three components are red, green and blue
  const adobe = Buffer.from('ffee000e41646f626500640000000000', 'hex');
  const rgb = Buffer.concat([jpeg.subarray(0, 2), adobe, jpeg.subarray(2)]);
  const file = await delivered(rgb);
  expect((await readFile(file)).equals(rgb)).toBe(true);
  const whole = [await picture().png().toBuffer(), jpeg, await withExif(72)];
  for (const content of whole) {
    for (let length = 0; length < Math.min(content.length, 600); length += 1)
      expect(() => resolutionEdits(content.subarray(0, length), 300)).not.toThrow();
  }
  for (const other of [picture().webp(), picture().tiff()]) {
    const bytes = await other.toBuffer();
    expect(resolutionEdits(bytes, 300)).toEqual([]);
  }
});
