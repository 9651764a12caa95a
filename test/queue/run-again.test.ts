import { writeFile } from 'node:fs/promises';
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
});
