import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;
afterEach(() => desk.close());

describe('run again', () => {
  it('after its task was deleted: with a task of its own', async () => {
    desk = await openDesk();
    const recipe = { ...plainRecipe, deleteTask: true };
    const job = await desk.admit({ recipe });
    await desk.until(job, 'done');
    await desk.admit({ recipe, again: true });
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(2);
    expect(desk.ledger.results.ofJob(job).filter((r) => r.delivered !== null)).toHaveLength(2);
  });

  it('with a mask, whose copy was cleared away with the first run', async () => {
    desk = await openDesk();
    const mask = join(desk.folder, 'mask.png');
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
    const job = await desk.admit({ recipe });
    await desk.until(job, 'done');
    await desk.admit({ recipe, again: true });
    await desk.until(job, 'done');
    expect(desk.bought()).toBe(2);
  });
});
