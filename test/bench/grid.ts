import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { startProgram } from '../browser/program.ts';
import { browserLaunch } from '../fixtures/browser.ts';
import { fillLibrary } from '../fixtures/library.ts';
import { onPage, servePage } from './bare-page.ts';
import { memoryOf, rendererMemory } from './processes.ts';
import type { Row } from './row.ts';
import { scroll } from './window-page.ts';

const RESULTS = 10_000;
/** px a frame: as one looks at pictures, and as one looks for a place. */
const STEPS = [20, 60, 300];
const GRID = '[role=listbox]';
const empty =
  '<!doctype html><title>Empty</title><div id="list" style="height:90vh;overflow:auto"><div style="height:5000000px"></div></div>';

/** What scrolling came to: frames in time, in percent, by step, and MB of the two processes after it. */
interface Scrolled {
  readonly frames: readonly number[];
  readonly renderer: number;
  readonly host: number;
}

/**
 * Scrolling the library's grid of 10,000 results, all with pictures, in a real browser by the page
 * host. The floor is a list that holds nothing, and a host whose library is empty.
 */
export async function benchGrid(): Promise<Row[]> {
  const page = await servePage(empty);
  try {
    const floor = await withLibrary(0, (browser, { pid }) =>
      scrolled(browser, pid, page.address, '#list'),
    );
    const product = await withLibrary(RESULTS, (browser, { pid, address }) =>
      scrolled(browser, pid, `${address}#/library`, GRID),
    );
    const row = (
      what: string,
      mine: number,
      its: number,
      goal: string,
      unit: Row['unit'],
    ): Row => ({
      what: `grid of ${RESULTS} results: ${what}`,
      product: mine,
      floor: its,
      ratio: mine / its,
      goal,
      unit,
    });
    return [
      ...STEPS.map((step, at) =>
        row(
          `frames in time, ${step} px a frame`,
          product.frames[at] ?? NaN,
          floor.frames[at] ?? NaN,
          '≥ 95',
          '%',
        ),
      ),
      // read from /proc
      ...(process.platform === 'linux'
        ? [
            row('memory of the renderer', product.renderer, floor.renderer, '< 400', 'MB'),
            row('memory of the host', product.host, floor.host, '< 400', 'MB'),
          ]
        : []),
    ];
  } finally {
    page.close();
  }
}

function scrolled(
  browser: Browser,
  host: number,
  address: string,
  selector: string,
): Promise<Scrolled> {
  return onPage(browser, async (page) => {
    await page.goto(address);
    await page.waitForSelector(selector);
    // the first pictures are there, as when a person begins
    await page.waitForLoadState('networkidle');
    const frames: number[] = [];
    for (const step of STEPS) frames.push(await scroll(page, selector, step));
    return { frames, renderer: await rendererMemory(browser, page), host: await memoryOf(host) };
  });
}

async function withLibrary<T>(
  results: number,
  work: (browser: Browser, host: { pid: number; address: string }) => Promise<T>,
): Promise<T> {
  const data = await mkdtemp(join(tmpdir(), 'darkslide-grid-'));
  await fillLibrary(join(data, 'demo'), results, { isEverywhere: true });
  const program = startProgram(['--browser', '--data', data]);
  // of its own, so that no page of another bench counts
  const browser = await chromium.launch(await browserLaunch());
  try {
    return await work(browser, { pid: program.pid, address: await program.ready() });
  } finally {
    await browser.close();
    await program.stop('SIGKILL');
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}
