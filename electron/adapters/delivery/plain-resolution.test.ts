import { mkdtemp, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  newDelivery,
  openBench,
  picture,
  plainContext,
  psdOf,
} from '../../../test/fixtures/delivering.ts';
import { patches } from '../../../test/fixtures/pictures.ts';
import {
  statedInPsd,
  storedDpi,
  withoutChunks,
  withoutPhys,
} from '../../../test/fixtures/resolution.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { sha256File } from '../../base/files.ts';
import type { StartHelper } from '../../base/helper.ts';
import { startNode } from '../images/start-node.ts';
import { resolutionEdits } from './plain-resolution.ts';
import type { Delivery } from './types.ts';

const { reader, images, home } = await openBench('plain');
const begin = (startHelper: StartHelper, clock: Clock = systemClock): Delivery =>
  newDelivery({ startHelper, check: images.check, clock });
const delivery = begin(startNode);
let counter = 0;
afterAll(() => delivery.close());

const photoOf = (dpi: number) => picture().withDensity(dpi).jpeg().toBuffer();
/** Adds a JFIF segment, which sharp does not write. */
const withJfif = (jpeg: Buffer, dpi: number) => {
  const jfif = Buffer.from('ffe000104a46494600010201000000000000', 'hex');
  jfif.writeUInt16BE(dpi, 12);
  jfif.writeUInt16BE(dpi, 14);
  return Buffer.concat([jpeg.subarray(0, 2), jfif, jpeg.subarray(2)]);
};
/** Metadata for a JPEG that states its resolution in EXIF and has no JFIF segment. */
const maker = { IFD0: { Make: 'Nikon' } };
const withExif = (dpi: number) => picture().withExif(maker).withDensity(dpi).jpeg().toBuffer();

const size = { width: 40, height: 30 };

interface Photo {
  readonly photo?: Buffer | null;
  /** Whether the photo has been replaced since its admission. */
  readonly isReplaced?: boolean;
}

/** Delivers a result without metadata; returns the path of the delivered file. */
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
  const sha256From = await sha256File(from);
  const placed = await by.place({
    fetched: { file: from, sha256: sha256From, bytes: result.length, ...size, extension: '.out' },
    context: {
      ...plainContext,
      outFolder,
      photoSha256: photo === null || isReplaced ? 'ab'.repeat(32) : await sha256File(photoPath),
      photoPath: photo === null ? null : photoPath,
      metadata: 'none',
    },
    index: 1,
    kind: isPsd ? 'psd' : 'image',
    onTarget: () => {},
    already: null,
    hotFolders: [],
  });
  const { file, sha256, bytes } = valueOf(placed);
  expect([await sha256File(file), (await stat(file)).size]).toEqual([sha256, bytes]);
  expect(await readdir(outFolder)).toHaveLength(1);
  return file;
}

const pixelsOf = (file: string | Buffer) => sharp(file, { ignoreIcc: true }).raw().toBuffer();

type Pictures = readonly (readonly [string, () => Promise<Buffer>])[];
const pngs: Pictures = [
  ['PNG without pHYs', async () => withoutPhys(await picture().png().toBuffer())],
  [
    'PNG with another pHYs',
    async () => withoutChunks(await picture().withDensity(72).png().toBuffer(), 'eXIf'),
  ],
];
const withExifs: Pictures = [
  ['PNG with another pHYs and EXIF', () => picture().withDensity(72).png().toBuffer()],
  [
    'PNG with EXIF alone',
    async () => withoutPhys(await picture().withDensity(72).png().toBuffer()),
  ],
];
const jpegs: Pictures = [
  ['JPEG with another JFIF', async () => withJfif(await picture().jpeg().toBuffer(), 72)],
  ['JPEG without JFIF', () => picture().jpeg().toBuffer()],
  ['JPEG with JFIF and EXIF that say otherwise', async () => withJfif(await withExif(72), 96)],
  ['JPEG with EXIF alone', () => withExif(72)],
];
/**
 * Adds Adobe's marker, which declares the three components red, green and blue; a JFIF segment would
 * contradict it.
 */
const asRgb = (jpeg: Buffer) => {
  const adobe = Buffer.from('ffee000e41646f626500640000000000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), adobe, jpeg.subarray(2)]);
};
/** EXIF data that only names a maker. */
const makerExif = Buffer.from('49492a000800000001000f010200040000004e696b0000000000', 'hex');
const withMaker = (jpeg: Buffer) => {
  const lead = Buffer.from('ffe10000457869660000', 'hex');
  lead.writeUInt16BE(lead.length - 2 + makerExif.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), lead, makerExif, jpeg.subarray(2)]);
};
const rgbJpegs: Pictures = [
  ['RGB JPEG', async () => asRgb(await picture().jpeg().toBuffer())],
  ['RGB JPEG with EXIF', async () => asRgb(await withExif(72))],
  [
    'RGB JPEG whose EXIF states none',
    async () => asRgb(withMaker(await picture().jpeg().toBuffer())),
  ],
];
const clear = (width: number, height: number) => patches(width, height).ensureAlpha(0.5);
const webps: Pictures = [
  ['lossy WebP', () => picture().webp().toBuffer()],
  ['lossless WebP', () => picture().webp({ lossless: true }).toBuffer()],
  ['lossless WebP with transparency', () => clear(41, 31).webp({ lossless: true }).toBuffer()],
  ['WebP with transparency', () => clear(40, 30).webp().toBuffer()],
  ['WebP with a profile', () => picture().withIccProfile('p3').webp().toBuffer()],
  ['WebP with EXIF', () => picture().withExif(maker).withDensity(72).webp().toBuffer()],
  [
    'WebP with XMP',
    () => picture().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').webp().toBuffer(),
  ],
];
const tiffs: Pictures = [
  ['TIFF with another resolution', () => picture().withDensity(72).tiff().toBuffer()],
  [
    'TIFF with a resolution per cm',
    () => picture().tiff({ resolutionUnit: 'cm', xres: 5 }).toBuffer(),
  ],
  ['TIFF without a resolution', () => silentTiff()],
];
/** Returns a TIFF from which the resolution has been removed. */
async function silentTiff(): Promise<Buffer> {
  const file = join(home, 'silent.tif');
  await writeFile(file, await picture().tiff().toBuffer());
  const none = { XResolution: null, YResolution: null, ResolutionUnit: null };
  await reader.write(file, none, { writeArgs: ['-overwrite_original'] });
  const bytes = await readFile(file);
  expect(storedDpi(bytes)).toBeNull();
  return bytes;
}
const psds: Pictures = [
  ['without a resolution resource', () => psdOf()],
  ['with another resolution', () => psdOf(statedInPsd(72))],
];

const all = [...pngs, ...withExifs, ...jpegs, ...rgbJpegs, ...webps, ...tiffs];
it.each(all)(
  'B19 a %s delivered without metadata states the resolution of its photo and keeps its pixels',
  async (_, make) => {
    const dpi = 240;
    const result = await make();
    const file = await delivered(result, { photo: await photoOf(dpi) });
    expect(storedDpi(await readFile(file))).toEqual([dpi, dpi]);
    const { density, format } = await sharp(file).metadata();
    // sharp reads no resolution from a WebP
    expect(density).toBe(format === 'webp' ? undefined : dpi);
    expect((await pixelsOf(file)).equals(await pixelsOf(result))).toBe(true);
    const tags = (await reader.readRaw(file, {
      readArgs: '-a -G1 -n -Warning -XResolution -YResolution -PixelsPerUnit*'.split(' '),
    })) as Record<string, unknown>;
    const told = Object.entries(tags).filter(([tag]) => /resolution|perunit/i.test(tag));
    expect(told.length).toBeGreaterThanOrEqual(2);
    for (const [tag, stated] of told) {
      const perMetre = tag.startsWith('PNG-pHYs');
      expect([tag, stated]).toEqual([tag, perMetre ? Math.round(dpi / 0.0254) : dpi]);
    }
    expect(Object.keys(tags).filter((tag) => tag.includes('Warning'))).toEqual([]);
  },
);

it.each(pngs)('B19 every other chunk of a %s stays identical', async (_, make) => {
  const result = await make();
  const mine = await readFile(await delivered(result, { photo: await photoOf(240) }));
  expect(withoutPhys(mine).equals(withoutPhys(result))).toBe(true);
  expect(mine.equals(result)).toBe(false);
});

it.each(psds)('B19 a PSD %s states the resolution and stays readable', async (_, make) => {
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
  ['TIFF', () => picture().withDensity(240).tiff().toBuffer()],
  ['WebP', () => picture().withExif(maker).withDensity(240).webp().toBuffer()],
  ['RGB JPEG', async () => asRgb(await withExif(240))],
])('B19 a %s that already states the resolution stays identical', async (_, make) => {
  const result = await make();
  const file = await delivered(result, { photo: await photoOf(240) });
  expect((await readFile(file)).equals(result)).toBe(true);
});

it('B19 a result states 300 dpi if the photo is an address or was replaced', async () => {
  const result = await picture().withDensity(72).png().toBuffer();
  const photo = await photoOf(240);
  for (const of of [{}, { photo, isReplaced: true }, { photo: Buffer.from('no photo') }])
    expect(storedDpi(await readFile(await delivered(result, of)))).toEqual([300, 300]);
});

describe.skipIf(process.platform === 'win32')('an ExifTool without Perl', () => {
  beforeEach(() => void vi.stubEnv('PATH', home));
  afterEach(() => void vi.unstubAllEnvs());

  /** Delivers a result for a photo whose 240 dpi only ExifTool can read; returns the stated resolution. */
  async function statedBy(delivering: Delivery) {
    const photo = await psdOf(statedInPsd(240));
    const file = await delivered(await picture().png().toBuffer(), { photo }, delivering);
    return storedDpi(await readFile(file));
  }

  it('B19 leads to 300 dpi if it doesn’t start, and the result is still delivered', async () => {
    const bare = begin((_module, args) => startNode(join(home, 'gone.ts'), args));
    onTestFinished(() => bare.close());
    expect(await bare.canMark()).toMatchObject({ ok: false });
    expect(await statedBy(bare)).toEqual([300, 300]);
  });

  it('B19 leads to 300 dpi without a long wait if it doesn’t answer', async () => {
    const deaf = join(home, 'deaf.ts');
    await writeFile(deaf, 'setInterval(() => {}, 1000);');
    // a wait of up to half a minute ends immediately; longer waits take their real time
    const sleep: Clock['sleep'] = (ms, signal) => systemClock.sleep(ms <= 30_000 ? 0 : ms, signal);
    const helpers: ReturnType<StartHelper>[] = [];
    const start: StartHelper = (_module, args) => {
      const helper = startNode(deaf, args);
      helpers.push(helper);
      return helper;
    };
    const hung = begin(start, { ...systemClock, sleep });
    onTestFinished(async () => {
      for (const helper of helpers) helper.kill();
      await hung.close();
    });
    expect(await statedBy(hung)).toEqual([300, 300]);
  });
});

it('B19 nothing but the resolution is added to a WebP and an RGB JPEG', async () => {
  const asked = { readArgs: ['-G1', '-a', '-EXIF:all', '-XMP:all', '-IPTC:all'] };
  for (const result of [await picture().webp().toBuffer(), await rgbJpegs[0]?.[1]()]) {
    const file = await delivered(result ?? Buffer.alloc(0));
    const tags = Object.keys(await reader.readRaw(file, asked)).filter((tag) => tag.includes(':'));
    expect(tags.sort()).toEqual(['IFD0:ResolutionUnit', 'IFD0:XResolution', 'IFD0:YResolution']);
  }
});

it('B19 unreadable files stay unchanged, and nothing throws', async () => {
  const contents = await Promise.all(
    [...pngs, ...jpegs, ...rgbJpegs, ...webps, ...tiffs].map(([, make]) => make()),
  );
  for (const content of contents) {
    for (let length = 0; length < Math.min(content.length, 600); length += 1) {
      const cut = content.subarray(0, length);
      const edits = await resolutionEdits(
        (at, count) => Promise.resolve(cut.subarray(at, at + count)),
        length,
        300,
      );
      for (const { at } of edits) expect(at).toBeLessThanOrEqual(length);
    }
  }
});
