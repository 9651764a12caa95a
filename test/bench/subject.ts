import { join } from 'node:path';
import sharp from 'sharp';
import { RawPreviews } from '#electron/adapters/images/worker/raw-preview.ts';
import { findSubject } from '#electron/adapters/images/worker/subject/find-subject.ts';
import { photograph } from '../fixtures/photographs.ts';
import { newFolder } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { timeOf } from './times.ts';

const WIDTH = 6000;
const HEIGHT = 4000;
const ROUNDS = 5;

/**
 * Measures Select subject on a photo of 24 megapixels: the first time, including loading the network, and
 * after the network has loaded. The floor is the complete decode of the photo by sharp (D).
 */
export async function benchSubject(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'subject');
  const raws = new RawPreviews();
  end.defer(() => raws.close());
  const source = join(folder, 'photo.jpg');
  const shot = sharp(photograph('handbag-cognac.jpg'));
  await shot.resize(WIDTH, HEIGHT, { fit: 'cover' }).jpeg({ quality: 92 }).toFile(source);
  const first = await timeOf(() => findSubject(raws, { source }));
  const decoded: number[] = [];
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    decoded.push(await timeOf(() => sharp(source).raw().toBuffer()));
    found.push(await timeOf(() => findSubject(raws, { source })));
  }
  const floor = Math.min(...decoded);
  return [
    rowOf('subject of 24 MP, network not loaded, against D', first, floor),
    rowOf('subject of 24 MP, against D', Math.min(...found), floor, '< 1.5 s'),
  ];
}
