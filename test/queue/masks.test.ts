import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { agents, takesMask } from '#shared/agents/index.ts';
import { goodMasks } from '../fixtures/mask-files.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { photograph } from '../fixtures/photographs.ts';
import { openHarness } from './harness.ts';

/** The photograph in its original size, so that one of the uploads is a reduced copy. */
const photo = photograph('lipstick-rouge.jpg');
const size = { width: 1500, height: 1200 };
const kinds = goodMasks.filter(({ name }) => ['black-and-white.png', 'drawn.json'].includes(name));
const uploads = [
  { prepare: {}, uploaded: size },
  { prepare: { longSide: 1000 }, uploaded: { width: 1000, height: 800 } },
];

/** Returns a mask that is white on the left half and black on the right half. */
function halves({ width, height }: typeof size): Buffer {
  const row = Buffer.alloc(4 * width).fill(255, 0, 2 * width);
  return Buffer.concat(Array.from({ length: height }, () => row));
}

it.each(agents.filter(takesMask).map((agent, at) => ({ ...agent, at })))(
  'a mask for $name $version has the size of the uploaded photo, whether the photo was reduced or not',
  async ({ name, version, example, at }) => {
    const harness = await openHarness();
    const params = { ...example, maskType: 'custom', batchCount: 1 };
    // every second agent uses inverted masks
    for (const [which, kind] of kinds.entries()) {
      const { prepare, uploaded } = uploads[(which + at) % 2]!;
      await writeFile(join(harness.folder, kind.name), await kind.make(size.width, size.height));
      const recipe = { agent: name, version, params, prepare, mask: kind.name };
      await harness.done({ photo, recipe: { ...recipe, delivery: { metadata: 'none' } } });
      const records = harness.demo.records();
      const execution = records.executions.at(-1);
      expect(execution?.params).toMatchObject({ maskType: 'custom' });
      const picture = records.uploads.find(
        ({ path }) => basename(path) === basename(execution?.originalImage ?? ''),
      );
      expect(picture).toMatchObject(uploaded);
      const sent = await readFile(execution?.mask ?? '');
      const { data, info } = await sharp(sent).raw().toBuffer({ resolveWithObject: true });
      expect(info, kind.name).toMatchObject({ ...uploaded, channels: 4 });
      expect(data.equals(halves(uploaded)), kind.name).toBe(true);
    }
  },
);

it('a mask whose file is lost before the request is sent is made again', async () => {
  const harness = await openHarness({ limits: { imagesPerDay: 1 } });
  await harness.done();
  const [kind] = kinds;
  await writeFile(join(harness.folder, 'mask.png'), await kind!.make(size.width, size.height));
  const params = { ...plainRecipe.params, maskType: 'custom' };
  const job = await harness.admit({ photo, recipe: { ...plainRecipe, params, mask: 'mask.png' } });
  await harness.poll(() => harness.job(job).problem?.code).toBe('spending-limit');
  await rm(harness.job(job).inputs?.mask ?? '');
  harness.limits.imagesPerDay = 2;
  await harness.runner.limitsChanged();
  expect(await harness.until(job, 'done')).toBeNull();
  expect(harness.bought()).toBe(2);
});
