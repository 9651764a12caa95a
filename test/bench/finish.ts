import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { createImages } from '#electron/adapters/images/images.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { finishPhoto } from '#electron/adapters/images/worker/finish/finish.ts';
import { RawPreviews } from '#electron/adapters/images/worker/raw-preview.ts';
import { systemClock } from '#electron/base/clock.ts';
import { shippedPresets } from '#shared/finish/shipped.ts';
import type { FinishPreset } from '#shared/finish/preset.ts';
import { photograph } from '../fixtures/photographs.ts';
import { bareFinish, type Written } from './finish-floor.ts';
import { newFolder } from './opening.ts';
import { makePhotos } from './photos.ts';
import { rowOf, type Row } from './row.ts';
import { median, timeOf } from './times.ts';

const rounds = 5;
const memoryPhotos = 60;
/** Size in px of a photo with 24 megapixels that is enlarged from a sample photograph. */
const large = { width: 5900, height: 4056 };
const raws = new RawPreviews();
const presets = shippedPresets.map(({ preset }) => preset);
const goal = '≤ 1.3';

/**
 * Measures how Finish writes the files of each preset, and of all presets together. The plain sharp calls
 * that write the same files (finish-floor.ts) are measured alternately. Both are compared by their median
 * time and by their minimum processor time, which other programs hardly affect. Also measures the memory of
 * the image process over many photos.
 */
export async function benchFinish(): Promise<Row[]> {
  sharp.concurrency(1);
  sharp.cache(false);
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'finish');
  const photo = join(folder, 'photo.jpg');
  await enlarged(photograph('teapot-stoneware.jpg'), photo);
  const rows: Row[] = [];
  for (const preset of presets) {
    rows.push(...(await measured(folder, `finish 24 MP: ${preset.name}`, [photo], [preset])));
  }
  rows.push(...(await measured(folder, 'finish 24 MP: all presets', [photo], presets)));
  const shipped = ['handbag-cognac', 'lipstick-rouge', 'sunglasses-tortoise', 'watch-steel'];
  const photos = shipped.map((name) => photograph(`${name}.jpg`));
  rows.push(
    ...(await measured(folder, 'finish 4 photographs that ship: all presets', photos, presets)),
  );
  return [...rows, await memory(folder)];
}

/** Writes a copy of a photo in another size, with noise like that of a camera's sensor. */
async function enlarged(source: string, target: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 6 } as const;
  const grain = await sharp({ create: { ...large, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  await sharp(source)
    .resize(large.width, large.height, { fit: 'fill' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .withIccProfile('srgb')
    .jpeg({ quality: 92 })
    .toFile(target);
}

async function measured(
  folder: string,
  what: string,
  photos: readonly string[],
  wanted: readonly FinishPreset[],
): Promise<Row[]> {
  const floors: ((out: string) => Promise<void>)[] = [];
  for (const photo of photos) {
    floors.push(
      await bareFinish(photo, wanted, await finished(photo, join(folder, 'first'), wanted)),
    );
  }
  const [product, floor]: [Effort[], Effort[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const out = join(folder, `${round}`);
    const own = await effortOf(async () => {
      for (const photo of photos) await finished(photo, out, wanted);
    });
    const bare = await effortOf(async () => {
      for (const one of floors) await one(out);
    });
    product.push(own);
    floor.push(bare);
    await removeFiles(folder, basename(out));
  }
  await removeFiles(folder, 'first');
  const least = (efforts: readonly Effort[]) =>
    Math.min(...efforts.map(({ processor }) => processor));
  const time = (efforts: readonly Effort[]) => median(efforts.map(({ wall }) => wall));
  return [
    rowOf(what, time(product), time(floor), goal),
    rowOf('  its processor time', least(product), least(floor), goal),
  ];
}

/** The time in ms that some work takes. */
interface Effort {
  readonly wall: number;
  /** Processor time of all threads, which other programs hardly affect. */
  readonly processor: number;
}

async function effortOf(work: () => Promise<unknown>): Promise<Effort> {
  const before = process.cpuUsage();
  const wall = await timeOf(work);
  const { user, system } = process.cpuUsage(before);
  return { wall, processor: (user + system) / 1000 };
}

async function removeFiles(folder: string, beginning: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${beginning}-`)) await rm(join(folder, name));
  }
}

/** Writes the files of presets; `out` is the start of their names. */
async function finished(
  source: string,
  out: string,
  wanted: readonly FinishPreset[],
): Promise<Written[]> {
  const files = wanted.flatMap((preset) =>
    preset.outputs.map((output, at) => ({
      preset,
      output,
      target: `${out}-${basename(source)}-${preset.name}-${at}`,
    })),
  );
  const made = await finishPhoto(raws, { source, files });
  if (!made.ok) throw new Error(made.problem.message);
  if (made.value === null) throw new Error(`No subject was found in ${source}.`);
  return made.value.files.map((file) => {
    if (!file.ok) throw new Error(file.problem.message);
    return file.value;
  });
}

/**
 * Finishes many photos in one process, and compares the largest memory in the last third of them with the
 * largest memory in the first third.
 */
async function memory(folder: string): Promise<Row> {
  const sizes: number[] = [];
  const images = createImages({
    processes: 1,
    clock: systemClock,
    start: (module, args) => {
      const helper = startNode(module, args);
      helper.onMessage((message) => sizes.push((message as { rss: number }).rss / 1_048_576));
      return helper;
    },
  });
  try {
    const photos = await makePhotos(join(folder, 'many'), memoryPhotos, 3000);
    for (const [at, source] of photos.entries()) {
      const files = presets.flatMap((preset) =>
        preset.outputs.map((output, n) => ({
          preset,
          output,
          target: join(folder, `m-${at}-${preset.name}-${n}`),
        })),
      );
      await images.finish({ source, files });
      for (const { target } of files) await rm(target);
    }
  } finally {
    await images.close();
  }
  const third = memoryPhotos / 3;
  const what = `finish ${memoryPhotos} photos: memory in the last third, against the first`;
  const [last, first] = [sizes.slice(-third), sizes.slice(0, third)];
  return rowOf(what, Math.max(...last), Math.max(...first), '≤ 1.05', 'MB');
}
