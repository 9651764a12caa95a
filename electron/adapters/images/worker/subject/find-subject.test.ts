import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { cellsOf } from '#shared/mask/region.ts';
import { ownFolder } from '../../../../../test/fixtures/own-folder.ts';
import { photograph } from '../../../../../test/fixtures/photographs.ts';
import {
  edgeMatch,
  overlap,
  trueShot,
  type Grey,
} from '../../../../../test/fixtures/true-masks.ts';
import { codeOf, valueOf } from '../../../../../test/fixtures/values.ts';
import { RawPreviews } from '../raw-preview.ts';
import { findSubject } from './find-subject.ts';
import { loadNetwork } from './network.ts';

const folder = await ownFolder('subject', afterAll);
const raws = new RawPreviews();
afterAll(() => raws.close());

async function made(name: string, image: Sharp): Promise<string> {
  const path = join(folder, name);
  await image.toFile(path);
  return path;
}

async function subjectOf(source: string): Promise<Grey> {
  const { operation } = valueOf(await findSubject(raws, { source }));
  return { data: cellsOf(operation), width: operation.columns, height: operation.rows };
}

describe('the subject of a photo', () => {
  // the first photo has 8 bits and is stored rotated, the second has 16 bits and shows a thin cable
  it.each([
    ['perfume-amber', 0.97, 0.78],
    ['lamp-brass', 0.9, 0.83],
  ] as const)('is found in %s', async (name, leastOverlap, leastEdge) => {
    const { file, truth } = await trueShot(name);
    const found = await subjectOf(file);
    expect(overlap(found, truth)).toBeGreaterThan(leastOverlap);
    expect(edgeMatch(found, truth, 3)).toBeGreaterThan(leastEdge);
  });

  it('is the opaque part of a cut-out, and is also found in a CMYK photo', async () => {
    const { file, truth } = await trueShot('handbag-cognac');
    const shot = () => sharp(file).toColourspace('srgb');
    const raw = { width: truth.width, height: truth.height, channels: 1 } as const;
    const cutOut = shot().joinChannel(Buffer.from(truth.data), { raw });
    const path = await made('cut-out.png', cutOut);
    expect(overlap(await subjectOf(path), truth)).toBeGreaterThan(0.999);
    const cmyk = await made('cmyk.jpg', shot().toColourspace('cmyk'));
    expect(overlap(await subjectOf(cmyk), truth)).toBeGreaterThan(0.97);
  });

  it('is not found in a picture of stars or of only a few pixels', async () => {
    const tiny = sharp({ create: { width: 3, height: 2, channels: 3, background: '#888' } });
    for (const source of [photograph('hubble-deep-field.jpg'), await made('tiny.png', tiny)]) {
      expect(codeOf(await findSubject(raws, { source }))).toBe('subject-none');
    }
  });
});

it('the neural network does not run again if it is already loaded', async () => {
  await loadNetwork();
  const before = process.threadCpuUsage();
  await loadNetwork();
  const { user } = process.threadCpuUsage(before);
  // a run takes more than a second of processor time
  expect(user / 1000).toBeLessThan(200);
});
