import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { systemClock } from '#electron/base/clock.ts';
import { sha256File } from '#electron/base/files.ts';
import { createImages } from '#electron/adapters/images/images.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { prepare } from '#electron/adapters/images/worker/prepare.ts';
import { probe } from '#electron/adapters/images/worker/probe.ts';
import { thumbnail } from '#electron/adapters/images/worker/thumbnail.ts';
import { photoLike } from '../fixtures/pictures.ts';
import { newFolder } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { median, timeOf } from './times.ts';
import { RawPreviews } from '#electron/adapters/images/worker/raw-preview.ts';

const raws = new RawPreviews();

const ROUNDS = 5;
const BULK = 24;

/**
 * Measures image work on a photo of 24 megapixels as a camera writes it (JPEG 4:2:0, rotated). The work and its
 * floor are measured alternately. The floor is the complete decode by sharp (called D in docs/performance.md),
 * or a plain sharp call that only rotates, converts and encodes.
 */
export async function benchImages(): Promise<Row[]> {
  sharp.concurrency(1);
  sharp.cache(false);
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'images');
  const photo = join(folder, 'photo.jpg');
  const pixels = await photoLike(6000, 4000, 9);
  await pixels.withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toFile(photo);
  return [...(await inTurns(folder, photo)), await bulk(folder)];
}

async function inTurns(folder: string, photo: string): Promise<Row[]> {
  const request = { source: photo, purpose: 'upload', pad: null, gps: 'remove' } as const;
  const work = {
    decode: () => sharp(photo).raw().toBuffer(),
    bare: () => sharp(photo).autoOrient().keepIccProfile().jpeg({ quality: 95 }).toBuffer(),
    hash: () => sha256File(photo),
    probe: () => probe(raws, photo),
    prepare: () => prepare(raws, { ...request, target: join(folder, 'copy') }),
    proxy: () => thumbnail(raws, { source: photo, target: join(folder, 'proxy.jpg'), size: 2560 }),
    thumbnail: () =>
      thumbnail(raws, {
        source: join(folder, 'proxy.jpg'),
        target: join(folder, 't.jpg'),
        size: 512,
      }),
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(work)) {
      const taken = await timeOf(run);
      // the first round only warms up
      if (round > 0) times.set(name, [...(times.get(name) ?? []), taken]);
    }
  }
  const ms = (name: keyof typeof work) => median(times.get(name) ?? []);
  return [
    rowOf('hash + probe against prepare', ms('hash') + ms('probe'), ms('prepare'), '≤ 0.10'),
    rowOf('prepare against the bare sharp call', ms('prepare'), ms('bare'), '≤ 1.15'),
    rowOf('thumbnail 512 from its proxy against D', ms('thumbnail'), ms('decode'), '≤ 0.05'),
    rowOf('proxy 2560, made once, against D', ms('proxy'), ms('decode')),
  ];
}

/** Hashes, probes and prepares many photos, first with one process and then with one process per core. */
async function bulk(folder: string): Promise<Row> {
  const photo = join(folder, 'small.jpg');
  const pixels = await photoLike(3000, 2000, 9);
  await pixels.withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toFile(photo);
  const cores = availableParallelism();
  const one = await bulkTime(folder, photo, 1);
  const all = await bulkTime(folder, photo, cores);
  return rowOf(
    `${BULK} photos of 6 MP by ${cores} processes, against one`,
    all,
    one,
    `≤ ${(1 / (0.7 * cores)).toFixed(2)}`,
  );
}

async function bulkTime(folder: string, source: string, processes: number): Promise<number> {
  const images = createImages({ start: startNode, clock: systemClock, processes });
  await Promise.all(Array.from({ length: processes }, () => images.probe(source)));
  const taken = await timeOf(() =>
    Promise.all(
      Array.from({ length: BULK }, async (_, at) => {
        await sha256File(source);
        await images.probe(source);
        const target = join(folder, `bulk-${at}`);
        await images.prepare({ source, target, purpose: 'upload', pad: null, gps: 'remove' });
      }),
    ),
  );
  await images.close();
  return taken;
}
