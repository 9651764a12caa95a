import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { LARGE, makeLarge, writeDone } from '../fixtures/looked-at.ts';
import { inFolder } from './account.ts';
import { goTo } from './views.ts';
import { expect, test as base } from './window.ts';

/** The addresses of the tiles that the page has requested. */
interface Tiles {
  readonly asked: string[];
}

/**
 * Makes a page count its pending fetches and decodes. A count of 0 does not mean that everything has loaded,
 * because one fetch often leads to the next; `settled` waits for everything.
 */
export const countWork = `
  globalThis.atWork = 0;
  const counted = (owner, name) => {
    const real = owner[name];
    owner[name] = function (...args) {
      globalThis.atWork += 1;
      const made = real.apply(this, args);
      const end = () => (globalThis.atWork -= 1);
      made.then(end, end);
      return made;
    };
  };
  counted(globalThis, 'fetch');
  counted(globalThis, 'createImageBitmap');
  counted(Response.prototype, 'blob');`;

/** Size of the photo in px; larger than its reduced version. */
export const PHOTO = { width: LARGE.width / 2, height: LARGE.height / 2 };

export const test = base.extend<
  { readonly tiles: Tiles; readonly viewer: Locator },
  { readonly made: string }
>({
  /** A folder with the photo and its results, created once. */
  made: [
    ({ browserName: _browserName }, use) =>
      inFolder('large', async (folder) => {
        await makeLarge(folder, PHOTO);
        await use(folder);
      }),
    { scope: 'worker' },
  ],
  prepare: async ({ made }, use) => {
    await use(async (dataFolder) => {
      const shoot = join(dataFolder, 'shoot');
      await cp(made, shoot, { recursive: true });
      const results = ['same-size.jpg', 'smaller.png', 'square.png'];
      await writeDone(join(dataFolder, 'demo'), {
        photo: join(shoot, 'large.jpg'),
        results: results.map((name) => join(shoot, name)),
        mask: join(shoot, 'mask.png'),
      });
    });
  },
  tiles: async ({ window }, use) => {
    const tiles: Tiles = { asked: [] };
    window.on('request', (request) => {
      if (request.url().includes('/tile/')) tiles.asked.push(request.url());
    });
    await window.evaluate(countWork);
    await use(tiles);
  },
  /** The large view, which compares the first result with its photo. */
  viewer: async ({ window, tiles: _tiles }, use) => {
    await goTo(window, 'Queue');
    await window.getByRole('row').filter({ hasText: 'large.jpg' }).click();
    await window.getByRole('button', { name: /^Compare same-size\.jpg/ }).click();
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

/** Returns the current colour of a canvas at a position, given as shares of its width and height. */
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

/** Returns the lightness of a part of the picture on screen, 0 to 255. */
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

/** The grey of a panel, which is also the colour of a placeholder. */
const PANEL = [0x21, 0x21, 0x21];

/** Waits until the middle of a canvas shows the picture and not the placeholder. */
export async function drawn(viewer: Locator, name: string): Promise<void> {
  await expect
    .poll(async () => {
      // measures on the side of the divider on which the picture is visible
      const colour = await colourAt(canvasOf(viewer, name), name === 'Result' ? 0.52 : 0.48, 0.5);
      return colour[3] === 255 && !PANEL.every((value, at) => colour[at] === value);
    })
    .toBe(true);
}

/**
 * Waits until all pictures that the page needs have loaded: nothing was fetched or decoded for three frames.
 * Needs `countWork`.
 */
export async function settled(window: Page): Promise<void> {
  await window.evaluate(`new Promise((resolve) => {
    let quiet = 0;
    const look = () => {
      quiet = globalThis.atWork === 0 ? quiet + 1 : 0;
      if (quiet > 2) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);
}

/** Returns the position and size in CSS px of an element on the page. */
export async function boxOf(area: Locator) {
  const box = await area.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  return box;
}

export async function middleOf(area: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await boxOf(area);
  return { x: x + width / 2, y: y + height / 2 };
}

type Point = Readonly<{ x: number; y: number }>;

/** Drags with the mouse from one point of the page to another. */
export async function dragTo(
  { mouse }: Page,
  from: Point,
  to: Point,
  button: 'left' | 'middle' = 'left',
): Promise<void> {
  await mouse.move(from.x, from.y);
  await mouse.down({ button });
  await mouse.move(to.x, to.y, { steps: 4 });
  await mouse.up({ button });
}
