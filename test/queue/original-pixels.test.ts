import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sha256File } from '#electron/base/files.ts';
import { runsOf } from '#electron/app/retouch/runs.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { harnessAfter, harnessFolder, openHarness } from './harness.ts';

const size = { width: 700, height: 560 };

/** Creates a mask that keeps the left half of the photograph. */
async function paintMask(folder: string): Promise<string> {
  const data = Buffer.alloc(size.width * size.height);
  for (let i = 0; i < data.length; i += 1) data[i] = i % size.width < 350 ? 255 : 0;
  const file = join(folder, 'mask.png');
  await sharp(data, { raw: { ...size, channels: 1 } })
    .png()
    .toFile(file);
  return file;
}

function recipeWith(mask: string, more: object = {}) {
  return {
    agent: 'removeBG',
    params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
    mask,
    delivery: { metadata: 'none', originalPixels: true, feather: 10, ...more },
  };
}

describe('a result', () => {
  it.each([
    ['has been deleted', (photo: string) => rm(photo), 'no longer exists'],
    [
      'has been changed',
      (photo: string) => writeFile(photo, 'other words'),
      'changed after it was added',
    ],
  ])('whose photo %s is delivered as downloaded, with a warning', async (_, meddle, why) => {
    const harness = await openHarness();
    const photo = join(harness.folder, 'mine.jpg');
    await copyFile(lightPhotograph('lipstick-rouge.jpg'), photo);
    const mask = await paintMask(harness.folder);
    const job = await harness.admit({ photo: 'lipstick-rouge.jpg', recipe: recipeWith(mask) });
    harness.ledger.jobs.moved(job, photo);
    await harness.poll(() => harness.bought()).toBe(1);
    await meddle(photo);
    expect(await harness.until(job, 'done')).toBe('original-pixels-left');
    expect(harness.job(job).problem?.message).toContain(why);
    expect(await readdir(join(harness.folder, 'out'))).toEqual(['lipstick-rouge_removeBG_1.png']);
  });

  it('of a recipe without a custom mask is delivered as downloaded, without a warning', async () => {
    const harness = await openHarness();
    const recipe = recipeWith('');
    const params = { ...recipe.params, maskType: 'autoSubjectSegment' };
    const job = await harness.admit({ recipe: { ...recipe, params, mask: null } });
    expect(await harness.until(job, 'done')).toBeNull();
    expect(await readdir(join(harness.folder, 'out'))).toEqual(['lipstick-rouge_removeBG_1.png']);
  });
});

it.each([
  ['before the ledger records the composed files', { at: 'before', commit: 'composed' }],
  ['before the layered file gets its final name', { at: 'after', commit: 'target', nth: 2 }],
] as const)(
  'F68 after the process is killed %s, a restart delivers one image and one layered file, both complete',
  async (_, death) => {
    const folder = await harnessFolder();
    const recipe = recipeWith(await paintMask(folder));
    const harness = await harnessAfter({ folder, death, recipe }, { demo: { render: 'full' } });
    expect(await harness.until(1, 'done')).toBeNull();
    const files = harness.ledger.results.ofJob(1).map(({ delivered }) => delivered);
    expect(files).toHaveLength(2);
    const out = join(folder, 'out');
    const there = (await readdir(out)).map((name) => join(out, name));
    expect(there).toHaveLength(2);
    expect(new Set(there)).toEqual(new Set(files.map((one) => one?.file)));
    for (const one of files) expect(await sha256File(one?.file ?? '')).toBe(one?.sha256);
    const [run] = runsOf(harness.ledger, [1], 1);
    expect(run?.images.map(({ resultId, layersId }) => [resultId, layersId])).toEqual([[1, 2]]);
    const image = await readFile(files[0]?.file ?? '');
    expect(await sharp(image).metadata()).toMatchObject(size);
    expect(harness.bought()).toBe(1);
  },
);
