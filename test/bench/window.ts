import type { Browser } from '@playwright/test';
import { join } from 'node:path';
import { fillLedger } from '../fixtures/big-ledger.ts';
import { onPage, servePage, signIn } from './bare-page.ts';
import { launchBrowser, newFolder, openHost } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { median, quantile } from './times.ts';
import {
  delaysSeen,
  emptyDelays,
  load,
  scroll,
  watchChanges,
  type LoadTimes,
} from './window-page.ts';
import { weighWindow } from './window-weight.ts';

const ROUNDS = 7;
const FIRST_ROW = '#job-line-0 bdi';
const LIST = '[role=grid]';
/** Milliseconds for which changes are measured in a demo with eight photos. */
const WATCHED = 20_000;

/**
 * Measures the window in a real browser that uses the page host, and compares it with an empty page in the same
 * run.
 */
export async function benchWindow(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const browser = await launchBrowser(end);
  using empty = await servePage(
    '<!doctype html><title>Empty</title><p id="there">Empty</p><div id="list" style="height:90vh;overflow:auto"><div style="height:5000000px"></div></div>',
  );
  return [
    ...(await benchLoad(browser, empty.address)),
    ...(await benchScroll(browser, empty.address)),
    await benchChanges(browser, empty.address),
    ...(await weighWindow()),
  ];
}

async function benchLoad(browser: Browser, empty: string): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const once = await openWindow(end, { jobs: 10_000, waiting: 300 });
  const { address, signedIn } = await signIn(browser, once);
  const window: LoadTimes[] = [];
  const floor: LoadTimes[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    window.push(await onPage(signedIn, (page) => load(page, `${address}#/queue`, FIRST_ROW)));
    floor.push(await onPage(browser, (page) => load(page, empty, '#there')));
  }
  const row = (what: string, of: (loaded: LoadTimes) => number, goal: string) =>
    rowOf(`window: ${what} with 10,000 jobs`, median(window.map(of)), median(floor.map(of)), goal);
  return [
    row('first paint', ({ painted }) => painted, '< 300'),
    row('interactive', ({ ready }) => ready, '< 800'),
  ];
}

async function benchScroll(browser: Browser, empty: string): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const once = await openWindow(end, { jobs: 100_000, waiting: 300 });
  const { address, signedIn } = await signIn(browser, once);
  const rows: Row[] = [];
  for (const step of [60, 300]) {
    const floor = await onPage(browser, async (page) => {
      await page.goto(empty);
      return scroll(page, '#list', step);
    });
    const product = await onPage(signedIn, async (page) => {
      await page.goto(`${address}#/queue`);
      await page.waitForSelector(FIRST_ROW);
      return scroll(page, LIST, step);
    });
    const what = `window: frames in time, 100,000 jobs by ${step} px a frame`;
    rows.push(rowOf(what, product, floor, '≥ 95', '%'));
  }
  return rows;
}

async function benchChanges(browser: Browser, empty: string): Promise<Row> {
  await using end = new AsyncDisposableStack();
  const address = await openWindow(end, null);
  const delays = await onPage(browser, async (page) => {
    await watchChanges(page);
    await page.goto(`${address}#/queue`);
    await page.waitForTimeout(WATCHED);
    return delaysSeen(page);
  });
  const floor = await onPage(browser, async (page) => {
    await page.goto(empty);
    return emptyDelays(page);
  });
  const what = `window: change to screen, 95 % of ${delays.length} with 8 at work`;
  return rowOf(what, quantile(delays, 0.95), quantile(floor, 0.95), '< 100');
}

/** Opens the page host with a filled ledger, or with the demo of a first start. */
async function openWindow(
  end: AsyncDisposableStack,
  filling: Parameters<typeof fillLedger>[1] | null,
): Promise<string> {
  const data = await newFolder(end, 'window');
  if (filling !== null) fillLedger(join(data, 'demo'), filling);
  return (await openHost(end, data)).address;
}
