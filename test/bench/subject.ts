import { join } from 'node:path';
import sharp from 'sharp';
import { createImages } from '#electron/adapters/images/images.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { systemClock } from '#electron/base/clock.ts';
import { valueOf } from '../fixtures/values.ts';
import { photograph } from '../fixtures/photographs.ts';
import { newFolder } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { timeOf } from './times.ts';

const WIDTH = 6000;
const HEIGHT = 4000;
const ROUNDS = 5;

/**
 * Measures Select subject on a photo of 24 megapixels, in a separate process, as in the program. Measures
 * loading the neural network, which happens when the mask editor opens, then the first click and later clicks.
 * The floor is the complete decode of the photo by sharp (called D in docs/performance.md).
 */
export async function benchSubject(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'subject');
  const images = createImages({ start: startNode, clock: systemClock });
  // without this, the process with the neural network would keep this process alive
  end.defer(() => images.close());
  const select = async () => valueOf(await images.findSubject({ source }));
  const source = join(folder, 'photo.jpg');
  const shot = sharp(photograph('handbag-cognac.jpg'));
  await shot.resize(WIDTH, HEIGHT, { fit: 'cover' }).jpeg({ quality: 92 }).toFile(source);
  const loading = await timeOf(async () => valueOf(await images.expectSubjects()));
  const first = await timeOf(select);
  const decoded: number[] = [];
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    decoded.push(await timeOf(() => sharp(source).raw().toBuffer()));
    found.push(await timeOf(select));
  }
  const floor = Math.min(...decoded);
  return [
    rowOf('subject: loading the network, against D', loading, floor),
    rowOf('subject of 24 MP: first click after that, against D', first, floor, '< 1.5 s'),
    rowOf('subject of 24 MP: later clicks, against D', Math.min(...found), floor, '< 1.5 s'),
  ];
}
