import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { systemClock } from '#electron/base/clock.ts';
import { sha256File } from '#electron/base/files.ts';
import { createImages } from '#electron/images/images.ts';
import { startNode } from '#electron/images/start-node.ts';
import { prepare } from '#electron/images/worker/prepare.ts';
import { probe } from '#electron/images/worker/probe.ts';
import { thumbnail } from '#electron/images/worker/thumbnail.ts';
import { photoLike } from '../fixtures/pictures.ts';
import type { Row } from './row.ts';

const ROUNDS = 5;
const BULK = 24;

/**
 * Image work on a photo of 24 MP as a camera writes it (JPEG 4:2:0, turned), each beside
 * its floor and in turns with it: the full decode by sharp (D), or the bare sharp call that does no
 * more than turn, convert and encode.
 */
export async function benchImages(): Promise<Row[]> {
  sharp.concurrency(1);
  sharp.cache(false);
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-images-'));
  try {
    const photo = join(folder, 'photo.jpg');
    const pixels = await photoLike(6000, 4000, 9);
    await pixels.withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toFile(photo);
    return [...(await inTurns(folder, photo)), await bulk(folder)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inTurns(folder: string, photo: string): Promise<Row[]> {
  const request = { source: photo, purpose: 'upload', pad: null, gps: 'remove' } as const;
  const work = {
    decode: () => sharp(photo).raw().toBuffer(),
    bare: () => sharp(photo).autoOrient().keepIccProfile().jpeg({ quality: 95 }).toBuffer(),
    hash: () => sha256File(photo),
    probe: () => probe(photo),
    prepare: () => prepare({ ...request, target: join(folder, 'copy') }),
    proxy: () => thumbnail({ source: photo, target: join(folder, 'proxy.jpg'), size: 2560 }),
    thumbnail: () =>
      thumbnail({ source: join(folder, 'proxy.jpg'), target: join(folder, 't.jpg'), size: 512 }),
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(work)) {
      const begun = performance.now();
      await run();
      // the first round warms up
      if (round > 0) times.set(name, [...(times.get(name) ?? []), performance.now() - begun]);
    }
  }
  const ms = (name: keyof typeof work) => median(times.get(name) ?? []);
  return [
    row('hash + probe against prepare', ms('hash') + ms('probe'), ms('prepare'), '≤ 0.10'),
    row('prepare against the bare sharp call', ms('prepare'), ms('bare'), '≤ 1.15'),
    row('thumbnail 512 from its proxy against D', ms('thumbnail'), ms('decode'), '≤ 0.05'),
    row('proxy 2560, made once, against D', ms('proxy'), ms('decode'), ''),
  ];
}

/** Hash, probe and prepare of many photos, by one process and by as many as there are cores. */
async function bulk(folder: string): Promise<Row> {
  const photo = join(folder, 'small.jpg');
  const pixels = await photoLike(3000, 2000, 9);
  await pixels.withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toFile(photo);
  const cores = availableParallelism();
  const one = await bulkTime(folder, photo, 1);
  const all = await bulkTime(folder, photo, cores);
  return row(
    `${BULK} photos of 6 MP by ${cores} processes, against one`,
    all,
    one,
    `≤ ${(1 / (0.7 * cores)).toFixed(2)}`,
  );
}

async function bulkTime(folder: string, source: string, processes: number): Promise<number> {
  const images = createImages({ start: startNode, clock: systemClock, processes });
  await Promise.all(Array.from({ length: processes }, () => images.probe(source)));
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: BULK }, async (_, at) => {
      await sha256File(source);
      await images.probe(source);
      const target = join(folder, `bulk-${at}`);
      await images.prepare({ source, target, purpose: 'upload', pad: null, gps: 'remove' });
    }),
  );
  const taken = performance.now() - begun;
  await images.close();
  return taken;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function row(what: string, product: number, floor: number, goal: string): Row {
  return { what, product, floor, ratio: product / floor, goal, unit: 'ms' };
}
