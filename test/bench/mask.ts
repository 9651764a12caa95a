import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { mask } from '#electron/images/worker/mask.ts';
import { photoLike } from '../fixtures/pictures.ts';
import { strokesOn } from '../fixtures/strokes.ts';
import type { Row } from './row.ts';

/** px of a photo of 50 MP. */
const WIDTH = 8256;
const HEIGHT = 5504;
const STROKES = 500;
const ROUNDS = 7;

/**
 * A mask of 500 strokes on a photo of 50 MP, from its document to the PNG that the service gets, with a
 * hard brush and with a soft one. The floor is the full decode of the photo by sharp (D).
 */
export async function benchMask(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-mask-'));
  try {
    const photo = join(folder, 'photo.jpg');
    const pixels = await photoLike(WIDTH, HEIGHT, 9);
    await pixels.jpeg({ quality: 92 }).toFile(photo);
    const rows: Row[] = [];
    for (const hardness of [1, 0.7]) rows.push(await benchBrush(folder, photo, hardness));
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchBrush(folder: string, photo: string, hardness: number): Promise<Row> {
  const source = join(folder, `mask-${hardness}.json`);
  await writeFile(
    source,
    JSON.stringify(strokesOn({ width: WIDTH, height: HEIGHT }, STROKES, hardness)),
  );
  const size = { width: WIDTH, height: HEIGHT, photoWidth: WIDTH, photoHeight: HEIGHT };
  const decoded: number[] = [];
  const made: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    decoded.push(await timeOf(() => sharp(photo).raw().toBuffer()));
    made.push(await timeOf(() => mask({ source, target: join(folder, 'mask'), ...size })));
  }
  const [floor, product] = [Math.min(...decoded), Math.min(...made)];
  const what = `mask of 50 MP, ${STROKES} strokes, hardness ${hardness * 100} %, against D`;
  return { what, product, floor, ratio: product / floor, goal: '≤ 1.1', unit: 'ms' };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
