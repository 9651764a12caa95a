import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbnail } from '#electron/adapters/images/worker/thumbnail.ts';
import { PROXY } from '#shared/pictures.ts';
import { makeLarge, writeDone } from '../fixtures/looked-at.ts';
import { onPage, onPages, servePicture, signIn, SIZE } from './bare-page.ts';
import { launchBrowser, newFolder, openHost } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { median, timeOf } from './times.ts';
import { drawnAfter, framesInTime, showProxy, zoomProxy } from './viewer-page.ts';
import { RawPreviews } from '#electron/adapters/images/worker/raw-preview.ts';

const raws = new RawPreviews();

const ROUNDS = 5;
const COLD_ROUNDS = 3;

/**
 * Measures viewing a photo of 50 megapixels next to a result of its size, in a real browser that uses the
 * page host. The floor is a page that only fetches, decodes and draws the same reduced version; for a cold
 * start, sharp creates that version first.
 */
export async function benchViewer(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'viewer');
  const browser = await launchBrowser(end);
  const made = await makeLarge(join(folder, 'shoot'));
  const [source, target] = [made.photo, join(folder, 'proxy.jpg')];
  sharp.concurrency(1);
  const making = await timeOf(() => thumbnail(raws, { source, target, size: PROXY }));
  using bare = await servePicture(await readFile(target));

  /** Opens a page host whose ledger contains the photo, but no cached picture of it. */
  const openCold = async (until: AsyncDisposableStack, name: string) => {
    await writeDone(join(folder, name, 'demo'), made);
    return (await openHost(until, join(folder, name))).address;
  };
  const cold: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    await using until = new AsyncDisposableStack();
    const { address, signedIn } = await signIn(browser, await openCold(until, `cold-${round}`));
    cold.push(await onPage(signedIn, (page) => open(page, address)));
  }
  const shown = median(await onPages(browser, ROUNDS, (page) => showProxy(page, bare.address)));
  const { address, signedIn } = await signIn(browser, await openCold(end, 'warm'));
  const warm = await onPage(signedIn, async (page) => {
    await open(page, address);
    const times = await onPages(signedIn, ROUNDS, (other) => open(other, address));
    return { times, ...(await frames(page)) };
  });
  const floorFrames = await onPage(browser, (page) => zoomProxy(page, bare.address));
  return [
    rowOf('viewer: 50 MP visible, proxy kept', median(warm.times), shown, '< 400'),
    rowOf('viewer: 50 MP visible, cold', median(cold), making + shown, '< 2000'),
    rowOf('viewer: zoom, frames in time', warm.zoom, floorFrames, '≥ 95', '%'),
    rowOf('viewer: split drag, frames in time', warm.split, floorFrames, '≥ 95', '%'),
  ];
}

/** Returns the milliseconds from the click on a result until its photo is on screen. */
async function open(page: Page, address: string): Promise<number> {
  await page.goto(`${address}#/queue`);
  await page.getByRole('row').filter({ hasText: 'large.jpg' }).click();
  const result = page.getByRole('button', { name: /same-size\.jpg/ });
  await result.waitFor();
  // waits until the thumbnails of the details exist
  await page
    .getByRole('complementary')
    .locator('img')
    .evaluateAll((images) =>
      Promise.all(images.map((image) => (image as unknown as { decode(): unknown }).decode())),
    );
  return drawnAfter(page, result);
}

/** Returns the share of frames on time, in per cent, while zooming and while dragging the divider. */
async function frames(page: Page): Promise<{ readonly zoom: number; readonly split: number }> {
  const [x, y] = [SIZE.width / 2 + 60, SIZE.height / 2];
  const zoom = async () => {
    await page.mouse.move(x, y);
    for (const way of [-1, 1, -1, 1]) {
      for (let n = 0; n < 40; n += 1) await page.mouse.wheel(0, way * 30);
    }
  };
  // the first time loads the tiles, so that only drawing is measured
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
