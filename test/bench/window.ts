import { chromium, type Browser } from '@playwright/test';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startProgram } from '../browser/program.ts';
import { browserLaunch } from '../fixtures/browser.ts';
import { fillLedger } from '../fixtures/big-ledger.ts';
import { onPage, servePage } from './bare-page.ts';
import type { Row } from './row.ts';
import { delaysSeen, emptyDelays, load, scroll, watchChanges } from './window-page.ts';

const ROUNDS = 7;
const FIRST_ROW = '#job-line-0 bdi';
const LIST = '[role=grid]';
/** ms of a demo with eight photos at work that changes are watched for. */
const WATCHED = 20_000;
/** kB, compressed, that the screens may have without the mask editor and other languages. */
const MOST_BUNDLE = 300;
/** Files of the mask editor, which are fetched when nothing else is to be done. */
const EDITOR = /^(MaskEditor|raster\.worker)-/;
/** Files of the languages but English, one of which is fetched when it is spoken. */
const LANGUAGES = /^(de|zh-CN)-/;

/** The window in a real browser, by the page host, beside an empty page in the same run. */
export async function benchWindow(): Promise<Row[]> {
  const browser = await chromium.launch(await browserLaunch());
  const empty = await servePage(
    '<!doctype html><title>Empty</title><p id="there">Empty</p><div id="list" style="height:90vh;overflow:auto"><div style="height:5000000px"></div></div>',
  );
  try {
    return [
      ...(await benchLoad(browser, empty.address)),
      ...(await benchScroll(browser, empty.address)),
      await benchChanges(browser, empty.address),
      ...(await weighBundle()),
    ];
  } finally {
    await browser.close();
    empty.close();
  }
}

async function benchLoad(browser: Browser, empty: string): Promise<Row[]> {
  return withProgram({ jobs: 10_000, waiting: 300 }, async (address) => {
    const window: { painted: number; ready: number }[] = [];
    const floor: typeof window = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      window.push(await onPage(browser, (page) => load(page, `${address}#/queue`, FIRST_ROW)));
      floor.push(await onPage(browser, (page) => load(page, empty, '#there')));
    }
    const row = (what: string, pick: (loaded: { painted: number; ready: number }) => number) =>
      ratioOf(what, median(window.map(pick)), median(floor.map(pick)), 'ms');
    return [
      { ...row('window: first paint with 10,000 jobs', ({ painted }) => painted), goal: '< 300' },
      { ...row('window: interactive with 10,000 jobs', ({ ready }) => ready), goal: '< 800' },
    ];
  });
}

async function benchScroll(browser: Browser, empty: string): Promise<Row[]> {
  return withProgram({ jobs: 100_000, waiting: 300 }, async (address) => {
    const rows: Row[] = [];
    for (const step of [60, 300]) {
      const floor = await onPage(browser, async (page) => {
        await page.goto(empty);
        return scroll(page, '#list', step);
      });
      const product = await onPage(browser, async (page) => {
        await page.goto(`${address}#/queue`);
        await page.waitForSelector(FIRST_ROW);
        return scroll(page, LIST, step);
      });
      const what = `window: frames in time, 100,000 jobs by ${step} px a frame`;
      rows.push({ ...ratioOf(what, product, floor, '%'), goal: '≥ 95' });
    }
    return rows;
  });
}

async function benchChanges(browser: Browser, empty: string): Promise<Row> {
  return withProgram(null, async (address) => {
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
    return { ...ratioOf(what, quantile(delays, 0.95), quantile(floor, 0.95), 'ms'), goal: '< 100' };
  });
}

async function weighBundle(): Promise<Row[]> {
  const assets = fileURLToPath(new URL('../../dist/renderer/assets/', import.meta.url));
  const files = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  const weigh = async (names: readonly string[]) => {
    const read = names.map(async (name) => gzipSync(await readFile(join(assets, name))).length);
    return (await Promise.all(read)).reduce((sum, bytes) => sum + bytes, 0) / 1000;
  };
  const screens = await weigh(files.filter((name) => !EDITOR.test(name) && !LANGUAGES.test(name)));
  const editor = await weigh(files.filter((name) => EDITOR.test(name)));
  return [
    { ...ratioOf('window: screens, compressed', screens, MOST_BUNDLE, 'kB'), goal: '< 300' },
    {
      ...ratioOf('window: the mask editor besides, against the screens', editor, screens, 'kB'),
      goal: '',
    },
  ];
}

/** Runs the page host on a ledger that was filled, or on the demo of a first start. */
async function withProgram<T>(
  filling: Parameters<typeof fillLedger>[1] | null,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), 'darkslide-window-'));
  if (filling !== null) fillLedger(join(data, 'demo'), filling);
  const program = startProgram(['--browser', '--data', data]);
  try {
    return await work(await program.ready());
  } finally {
    await program.stop('SIGKILL');
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

function ratioOf(what: string, product: number, floor: number, unit: Row['unit']) {
  return { what, product, floor, ratio: product / floor, unit };
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
