import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openHarness, plainRecipe } from './harness.ts';

describe('running again', () => {
  it('after the job’s task was deleted uses a new task', async () => {
    const harness = await openHarness();
    const recipe = { ...plainRecipe, deleteTask: true };
    const job = await harness.done({ recipe });
    await harness.admit({ recipe, again: true });
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(2);
    expect(harness.delivered(job)).toHaveLength(2);
  });

  it('with a mask creates the copy of the mask again, which was removed after the first run', async () => {
    const harness = await openHarness();
    const mask = join(harness.folder, 'mask.png');
    const black = { r: 0, g: 0, b: 0 };
    const white = { r: 255, g: 255, b: 255 };
    const spot = await sharp({
      create: { width: 100, height: 100, channels: 3, background: white },
    })
      .png()
      .toBuffer();
    await writeFile(
      mask,
      await sharp({ create: { width: 700, height: 560, channels: 3, background: black } })
        .composite([{ input: spot }])
        .png()
        .toBuffer(),
    );
    const recipe = { ...plainRecipe, params: { ...plainRecipe.params, maskType: 'custom' }, mask };
    const job = await harness.done({ recipe });
    await harness.admit({ recipe, again: true });
    await harness.until(job, 'done');
    expect(harness.bought()).toBe(2);
  });

  it('with another delivery delivers the new images by it, and makes nothing for those of the earlier run', async () => {
    const harness = await openHarness();
    const job = await harness.done();
    const [earlier] = harness.executions(job);
    const delivery = {
      metadata: 'none',
      name: '{name}_new_{index}',
      psd: true,
      finish: ['ebay-main'],
    };
    expect(await harness.admit({ recipe: { ...plainRecipe, delivery }, again: true })).toBe(job);
    await harness.until(job, 'done');
    expect((await readdir(join(harness.folder, 'out'))).sort()).toEqual([
      'lipstick-rouge_new_1.psd',
      'lipstick-rouge_new_2.png',
      'lipstick-rouge_new_2_ebay-main.jpg',
      'lipstick-rouge_removeBG_1.png',
    ]);
    const first = harness.ledger.results.ofJob(job).filter((r) => r.executionRow === earlier?.id);
    expect(first).toMatchObject([{ kind: 'image', finish: null }]);
    expect(harness.history(job)).toContain('run again with the changed recipe');
  });

  it.each([
    ['PSD', { psd: true }, 'psd-failed'],
    ['shop files', { finish: ['mine'] }, 'finish-preset-unknown'],
  ])('clears the warning that an earlier run made no file: %s', async (_, delivery, code) => {
    const harness = await openHarness();
    harness.demo.inject({ on: 'psd-create', kind: 'refused', text: 'Not for this plan.' });
    const wanting = { ...plainRecipe, delivery: { metadata: 'none', ...delivery } };
    const job = await harness.admit({ recipe: wanting });
    expect(await harness.until(job, 'done')).toBe(code);
    await harness.admit({ again: true });
    expect(await harness.until(job, 'done')).toBeNull();
  });
});
