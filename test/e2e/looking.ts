import { cp, mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Request } from '@playwright/test';
import sharp from 'sharp';
import { LARGE, makeLarge, writeDone } from '../fixtures/looked-at.ts';
import { expect, test as base } from './window.ts';

/** Addresses of the tiles that were asked for, and how many are still on their way. */
interface Tiles {
  readonly asked: string[];
  open: number;
}

/** A photo that is larger than the picture which is made of all of it, and half as wide as a large one. */
const MIDDLE = { width: LARGE.width / 2, height: LARGE.height / 2 };

export const test = base.extend<
  { readonly isLarge: boolean; readonly tiles: Tiles; readonly viewer: Locator },
  { readonly made: (size: typeof LARGE) => Promise<string> }
>({
  /** Whether the photo has 50 megapixels. */
  isLarge: [false, { option: true }],
  /** Makes a folder with a photo of a size and what was made of it, each once. */
  made: [
    async ({ browserName: _browserName }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'darkslide-large-'));
      await use(async ({ width, height }) => {
        const made = join(folder, String(width));
        if (!existsSync(made)) await makeLarge(made, { width, height });
        return made;
      });
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  prepare: async ({ made, isLarge }, use) => {
    await use(async (dataFolder) => {
      const shoot = join(dataFolder, 'shoot');
      await cp(await made(isLarge ? LARGE : MIDDLE), shoot, { recursive: true });
      const results = ['same-size.jpg', 'smaller.png', 'square.png'];
      await writeDone(join(dataFolder, 'demo'), {
        photo: join(shoot, 'large.jpg'),
        results: results.map((name) => join(shoot, name)),
        mask: join(shoot, 'mask.png'),
      });
    });
  },
  tiles: async ({ page }, use) => {
    const tiles: Tiles = { asked: [], open: 0 };
    const isTile = (request: Request) => request.url().includes('/tile/');
    page.on('request', (request) => {
      if (!isTile(request)) return;
      tiles.asked.push(request.url());
      tiles.open += 1;
    });
    const ended = (request: Request) => {
      if (isTile(request)) tiles.open -= 1;
    };
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
    await use(tiles);
  },
  /** The first result, opened large. */
  viewer: async ({ window, tiles: _tiles }, use) => {
    await window.getByRole('link', { name: 'Queue' }).first().click();
    await window.getByRole('row').filter({ hasText: 'large.jpg' }).click();
    await window.getByRole('button', { name: /^Look at same-size\.jpg/ }).click();
    const viewer = window.getByRole('dialog', { name: /same-size\.jpg/ });
    await drawn(viewer, 'Photo');
    await use(viewer);
  },
});

export const pane = (viewer: Locator, name = 'Photo and result') =>
  viewer.getByRole('group', { name: new RegExp(`^${name},`) });
export const canvasOf = (viewer: Locator, name: string) =>
  viewer.getByRole('img', { name, exact: true }).first().locator('canvas');
export const zoom = (viewer: Locator) => viewer.getByRole('status').filter({ hasText: '%' });
export const divider = (viewer: Locator) => viewer.getByRole('slider');

/** The colour a canvas has at a share of its width and height, as it is drawn now. */
export function colourAt(canvas: Locator, x: number, y: number): Promise<number[]> {
  return canvas.evaluate(
    (element, [x, y]) => {
      const canvas = element as unknown as {
        width: number;
        height: number;
        getContext(kind: '2d'): {
          getImageData(x: number, y: number, w: number, h: number): { data: Iterable<number> };
        };
      };
      const [left, top] = [Math.floor(canvas.width * x), Math.floor(canvas.height * y)];
      return [...canvas.getContext('2d').getImageData(left, top, 1, 1).data];
    },
    [x, y] as const,
  );
}

/** How light a part of the picture is, 0 to 255, as it is seen on the screen. */
export async function lightIn(area: Locator, side: 'left' | 'right'): Promise<number> {
  const { data, info } = await sharp(await area.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let sum = 0;
  let count = 0;
  const [from, to] = side === 'left' ? [0.3, 0.45] : [0.55, 0.7];
  for (let y = Math.floor(info.height * 0.3); y < info.height * 0.7; y += 1) {
    for (let x = Math.floor(info.width * from); x < info.width * to; x += 1) {
      sum += data[(y * info.width + x) * info.channels] ?? 0;
      count += 1;
    }
  }
  return sum / count;
}

/** What is drawn where a picture will be. */
const PANEL = [0x21, 0x21, 0x21];

/** A canvas has the picture in its middle, not the grey of what is still to come. */
export async function drawn(viewer: Locator, name: string): Promise<void> {
  await expect
    .poll(async () => {
      // each on its side of the line
      const colour = await colourAt(canvasOf(viewer, name), name === 'Result' ? 0.52 : 0.48, 0.5);
      return colour[3] === 255 && !PANEL.every((value, at) => colour[at] === value);
    })
    .toBe(true);
}

/** Waits until all tiles that are wanted are there: none is asked for any more. */
export async function settled(tiles: Tiles): Promise<void> {
  let before = -1;
  const isStill = () => {
    const isSame = tiles.open === 0 && tiles.asked.length === before;
    before = tiles.asked.length;
    return isSame;
  };
  await expect.poll(isStill, { intervals: [400], timeout: 60_000 }).toBe(true);
}

export async function middleOf(area: Locator): Promise<{ x: number; y: number }> {
  const box = await area.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
