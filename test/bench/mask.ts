import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { mask } from '#electron/adapters/images/worker/mask.ts';
import { photoLike } from '../fixtures/pictures.ts';
import { strokesOn } from '../fixtures/strokes.ts';
import { newFolder } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { timeOf } from './times.ts';
import { RawPreviews } from '#electron/adapters/images/worker/raw-preview.ts';

const raws = new RawPreviews();

/** Width in px of a 50-megapixel photo. */
const WIDTH = 8256;
const HEIGHT = 5504;
const STROKES = 500;
const ROUNDS = 7;

/**
 * Measures a mask of 500 strokes on a photo with 50 megapixels, from its document to the PNG for the service,
 * with a hard and with a soft brush. The floor is the complete decode of the photo by sharp (called D in
 * docs/performance.md).
 */
export async function benchMask(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'mask');
  const photo = join(folder, 'photo.jpg');
  const pixels = await photoLike(WIDTH, HEIGHT, 9);
  await pixels.jpeg({ quality: 92 }).toFile(photo);
  return [await benchBrush(folder, photo, 1), await benchBrush(folder, photo, 0.7)];
}

async function benchBrush(folder: string, photo: string, hardness: number): Promise<Row> {
  const source = join(folder, `mask-${hardness}.json`);
  const drawn = strokesOn({ width: WIDTH, height: HEIGHT }, STROKES, hardness);
  await writeFile(source, JSON.stringify(drawn));
  const size = { width: WIDTH, height: HEIGHT, photoWidth: WIDTH, photoHeight: HEIGHT };
  const decoded: number[] = [];
  const made: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    decoded.push(await timeOf(() => sharp(photo).raw().toBuffer()));
    made.push(await timeOf(() => mask(raws, { source, target: join(folder, 'mask'), ...size })));
  }
  const what = `mask of 50 MP, ${STROKES} strokes, hardness ${hardness * 100} %, against D`;
  return rowOf(what, Math.min(...made), Math.min(...decoded), '≤ 1.1');
}
