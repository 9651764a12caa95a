import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { finishHarness, presetOf } from '../../../../../test/fixtures/finishing.ts';
import { storedPixels } from '../../../../../test/fixtures/pictures.ts';

const { home, finishOne } = await finishHarness('levels');
const [dark, light] = [60, 190];

/** Writes a photo of a vertical edge between two greys, and returns its path. */
async function edge(): Promise<string> {
  const file = join(home, 'edge.png');
  const grey = (level: number, width: number) =>
    sharp({
      create: { width, height: 400, channels: 3, background: `rgb(${level},${level},${level})` },
    })
      .png()
      .toBuffer();
  await sharp(await grey(light, 1600))
    .composite([{ input: await grey(dark, 800), left: 0, top: 0 }])
    .removeAlpha()
    .png()
    .toFile(file);
  return file;
}

it('output sharpening makes an edge steeper, without a visible halo, and leaves flat areas as they are', async () => {
  const source = await edge();
  /** Returns the levels of one row across the edge of a file of half the size. */
  const rowWith = async (sharpen: boolean) => {
    const output = { longSide: 800, sharpen };
    const { file } = await finishOne(
      source,
      presetOf({ canvas: { aspect: null }, output }),
      'whole',
    );
    const { data, width, channels } = await storedPixels(file);
    return Array.from({ length: width }, (_, x) => data[(100 * width + x) * channels] ?? 0);
  };
  const [soft, sharp] = [await rowWith(false), await rowWith(true)];
  const steepest = (row: readonly number[]) =>
    Math.max(...row.slice(1).map((level, at) => level - (row[at] ?? 0)));
  expect(steepest(sharp)).toBeGreaterThan(steepest(soft) + 4);
  const changes = sharp.map((level, at) => level - (soft[at] ?? 0));
  // 4 steps of lightness, which are about 10 levels
  expect(Math.max(...changes.map(Math.abs))).toBeLessThanOrEqual(12);
  const changed = changes.flatMap((change, at) => (change === 0 ? [] : [at]));
  expect(changed.every((at) => Math.abs(at - 400) <= 3)).toBe(true);
});
