import { chromium, type Browser, type Page } from '@playwright/test';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbnail } from '#electron/images/worker/thumbnail.ts';
import { PROXY } from '#shared/pictures.ts';
import { startProgram } from '../browser/program.ts';
import { browserLaunch } from '../fixtures/browser.ts';
import { makeLarge, writeDone } from '../fixtures/looked-at.ts';
import { servePicture } from './bare-page.ts';
import type { Row } from './row.ts';
import { drawnAfter, framesInTime, showProxy, zoomProxy } from './viewer-page.ts';

const ROUNDS = 5;
const COLD_ROUNDS = 3;
const SIZE = { width: 1280, height: 800 };

/**
 * Looking at a photo of 50 megapixels beside a result of its size, in a real browser by the page host.
 * The floor is a page that does nothing but fetch the same proxy, decode and draw it, and for a cold
 * start sharp making that proxy first.
 */
export async function benchViewer(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-viewer-'));
  const browser = await chromium.launch(await browserLaunch());
  try {
    const made = await makeLarge(join(folder, 'shoot'));
    sharp.concurrency(1);
    const begun = performance.now();
    await thumbnail({ source: made.photo, target: join(folder, 'proxy.jpg'), size: PROXY });
    const making = performance.now() - begun;
    const bare = await servePicture(await readFile(join(folder, 'proxy.jpg')));
    try {
      const cold: number[] = [];
      for (let round = 0; round < COLD_ROUNDS; round += 1) {
        cold.push(await onLarge(browser, join(folder, `cold-${round}`), made, open));
      }
      const floors = await repeated(browser, (page) => showProxy(page, bare.address));
      const warm = await onLarge(browser, join(folder, 'warm'), made, async (page, address) => {
        await open(page, address);
        const times = await repeated(browser, (other) => open(other, address));
        return { times, ...(await frames(page)) };
      });
      const floorFrames = await onPage(browser, (page) => zoomProxy(page, bare.address));
      const row = (what: string, product: number, floor: number, goal: string, unit: Row['unit']) =>
        ({ what: `viewer: ${what}`, product, floor, ratio: product / floor, goal, unit }) as const;
      const shown = median(floors);
      return [
        row('50 MP visible, proxy kept', median(warm.times), shown, '< 400', 'ms'),
        row('50 MP visible, cold', median(cold), making + shown, '< 2000', 'ms'),
        row('zoom, frames in time', warm.zoom, floorFrames, '≥ 95', '%'),
        row('split drag, frames in time', warm.split, floorFrames, '≥ 95', '%'),
      ];
    } finally {
      bare.close();
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** ms from the click on a result to its photo on screen. */
async function open(page: Page, address: string): Promise<number> {
  await page.goto(`${address}#/queue`);
  await page.getByRole('row').filter({ hasText: 'large.jpg' }).click();
  const result = page.getByRole('button', { name: /same-size\.jpg/ });
  await result.waitFor();
  // the small pictures of the details are made before
  await page
    .getByRole('complementary')
    .locator('img')
    .evaluateAll((images) =>
      Promise.all(images.map((image) => (image as unknown as { decode(): unknown }).decode())),
    );
  return drawnAfter(page, result);
}

/** The share of frames that came in time, in percent, while one zooms and drags the line. */
async function frames(page: Page): Promise<{ readonly zoom: number; readonly split: number }> {
  const [x, y] = [SIZE.width / 2 + 60, SIZE.height / 2];
  const zoom = async () => {
    await page.mouse.move(x, y);
    for (const way of [-1, 1, -1, 1]) {
      for (let n = 0; n < 40; n += 1) await page.mouse.wheel(0, way * 30);
    }
  };
  // tiles that are there are drawn; those that come are another matter
  await zoom();
  const zoomed = await framesInTime(page, zoom);
  const line = await page.getByRole('slider').boundingBox();
  const middle = (line?.x ?? 0) + (line?.width ?? 0) / 2;
  await page.mouse.move(middle, y - 150);
  await page.mouse.down();
  const split = await framesInTime(page, async () => {
    for (let n = 0; n < 160; n += 1) {
      await page.mouse.move(middle + 300 * Math.sin(n / 12), y - 150);
    }
  });
  await page.mouse.up();
  return { zoom: zoomed, split };
}

async function onLarge<T>(
  browser: Browser,
  data: string,
  made: Awaited<ReturnType<typeof makeLarge>>,
  work: (page: Page, address: string) => Promise<T>,
): Promise<T> {
  await writeDone(join(data, 'demo'), made);
  const program = startProgram(['--browser', '--data', data]);
  try {
    const address = await program.ready();
    return await onPage(browser, (page) => work(page, address));
  } finally {
    await program.stop('SIGKILL');
  }
}

async function repeated(
  browser: Browser,
  work: (page: Page) => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await onPage(browser, work));
  return times;
}

/** With nothing in the cache. */
async function onPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: SIZE });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
