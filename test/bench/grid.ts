import { join } from 'node:path';
import { fillLibrary } from '../fixtures/library.ts';
import { onPage, servePage } from './bare-page.ts';
import { launchBrowser, newFolder, openHost } from './opening.ts';
import { memoryOf, rendererMemory } from './processes.ts';
import { rowOf, type Row } from './row.ts';
import { scroll } from './window-page.ts';

const RESULTS = 10_000;
/** Scrolling speeds in px per frame, from slow (looking at pictures) to fast (searching for a position). */
const STEPS = [20, 60, 300];
const GRID = '[role=listbox]';
const empty =
  '<!doctype html><title>Empty</title><div id="list" style="height:90vh;overflow:auto"><div style="height:5000000px"></div></div>';

/**
 * The results of scrolling: for each speed, the percentage of frames that were drawn on time; and
 * the memory in MB that the processes of the page and of the host used afterwards.
 */
interface ScrollTimes {
  readonly frames: readonly number[];
  readonly renderer: number;
  readonly host: number;
}

/**
 * Measures how the library's grid scrolls with 10,000 results, all with pictures, in a real browser that uses
 * the page host. The floors are the same scrolling in an empty list, and the memory of a host with an empty
 * library.
 */
export async function benchGrid(): Promise<Row[]> {
  using page = await servePage(empty);
  const floor = await scrolled(0, () => page.address, '#list');
  const product = await scrolled(RESULTS, (address) => `${address}#/library`, GRID);
  const row = (what: string, of: (one: ScrollTimes) => number, ...more: [string, Row['unit']]) =>
    rowOf(`grid of ${RESULTS} results: ${what}`, of(product), of(floor), ...more);
  const frames = STEPS.map((step, at) =>
    row(`frames in time, ${step} px a frame`, (one) => one.frames[at] ?? NaN, '≥ 95', '%'),
  );
  // memory is read from /proc
  if (process.platform !== 'linux') return frames;
  return [
    ...frames,
    row('memory of the renderer', ({ renderer }) => renderer, '< 400', 'MB'),
    row('memory of the host', ({ host }) => host, '< 400', 'MB'),
  ];
}

/** Opens a page host whose library has this number of results, and scrolls its page. */
async function scrolled(
  results: number,
  place: (address: string) => string,
  selector: string,
): Promise<ScrollTimes> {
  await using end = new AsyncDisposableStack();
  const data = await newFolder(end, 'grid');
  await fillLibrary(join(data, 'demo'), results, { isEverywhere: true });
  const { pid, address } = await openHost(end, data);
  const browser = await launchBrowser(end);
  return await onPage(browser, async (page) => {
    await page.goto(place(address));
    await page.waitForSelector(selector);
    // waits until the first pictures have loaded, as a user does
    await page.waitForLoadState('networkidle');
    const frames: number[] = [];
    for (const step of STEPS) frames.push(await scroll(page, selector, step));
    return { frames, renderer: await rendererMemory(browser, page), host: await memoryOf(pid) };
  });
}
