import type { Browser, Page } from '@playwright/test';
import { traced, worked, type MainThread } from './trace.ts';

/** The accessible name of the drawing surface. */
const SURFACE = '[role=img][aria-label$=" kept"]';
const STROKES = 5;
const MOVES = 60;
/** Milliseconds without a change after which the page counts as idle. */
const CALM = 400;

/** The times that the script of `watchEditor` records in the page; milliseconds of the page's clock. */
interface InPage {
  readonly bench: {
    readonly begun: number;
    readonly settled: number | null;
    readonly photo: number | null;
  };
}

/** The results of painting. */
export interface PaintTimes extends MainThread {
  /** Milliseconds from the end of each stroke until the page stops changing. */
  readonly ends: readonly number[];
  /** Milliseconds between two frames. */
  readonly intervals: readonly number[];
}

/**
 * Makes pages measure the time from the last key press or pointer release until the final mask is on screen.
 * The final picture is the last one before the worker reports the kept share, which is the worker's last
 * message. The script also records the time between frames.
 */
export async function watchEditor(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const Bare = window.Worker;
    const bench = (window.bench = { begun: 0, first: 0, drawn: 0, settled: null, intervals: [] });
    const shown = (call) => requestAnimationFrame(() => setTimeout(() => call(performance.now())));
    window.Worker = class extends Bare {
      constructor(...given) {
        super(...given);
        this.addEventListener('message', ({ data }) => {
          if (data.kind === 'drawn') shown((now) => (bench.drawn = now));
          if (data.kind === 'kept') shown(() => (bench.settled = Math.max(bench.drawn, bench.first)));
        });
      }
    };
    for (const kind of ['keydown', 'pointerup']) {
      addEventListener(kind, ({ timeStamp }) => {
        Object.assign(bench, { begun: timeStamp, drawn: 0, settled: null });
        shown((now) => (bench.first = now));
      }, { capture: true });
    }
    let last = 0;
    const frame = (now) => {
      bench.intervals.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })()`);
}

/** Returns the milliseconds from the click that opens the editor until the photo and the mask are on screen. */
export async function openEditor(page: Page, place: string): Promise<number> {
  await page.evaluate(`(() => {
    Object.assign(bench, { begun: performance.now(), drawn: 0, settled: null, photo: null });
    location.hash = ${JSON.stringify(place)};
    const look = () => {
      const canvas = document.querySelector('${SURFACE} canvas');
      const [x, y] = [canvas?.width >> 1, canvas?.height >> 1];
      const [red, , , alpha] = x > 1 ? canvas.getContext('2d').getImageData(x, y, 1, 1).data : [];
      // a grey pixel is part of the placeholder
      if (alpha === 255 && red !== 0x21) bench.photo = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  })()`);
  await page.waitForFunction(() => (globalThis as unknown as InPage).bench.photo !== null);
  return Math.max(await settled(page), Number(await page.evaluate(`bench.photo - bench.begun`)));
}

/** Paints strokes across the photo with the current brush. */
export async function paint(browser: Browser, page: Page): Promise<PaintTimes> {
  const box = await page.locator(SURFACE).boundingBox();
  if (box === null) throw new Error('The editor has no drawing surface.');
  const ends: number[] = [];
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await calm(page);
  await page.evaluate(`bench.intervals = []`);
  const main = await traced(browser, page, async () => {
    for (let stroke = 0; stroke < STROKES; stroke += 1) {
      const y = box.y + (box.height * (stroke + 1.5)) / (STROKES + 2);
      const x = (at: number) => box.x + box.width * (0.2 + (0.6 * at) / MOVES);
      await page.mouse.move(x(0), y);
      await page.mouse.down();
      for (let at = 1; at <= MOVES; at += 1) {
        await page.mouse.move(x(at), y + 30 * Math.sin(at / 5));
      }
      await page.mouse.up();
      ends.push(await settled(page));
    }
  });
  const intervals = (await page.evaluate(`bench.intervals`)) as number[];
  return { ...main, ends, intervals };
}

/** How much time a key press takes; all values are in ms. */
export interface PressTimes {
  /** Time until the view is final. */
  readonly taken: number;
  /** Processor time of everything that the key press causes. */
  readonly work: number;
}

/** Presses a key many times. For each number in `depths`, measures the press that follows this number of presses. */
export async function press(
  browser: Browser,
  page: Page,
  key: string,
  depths: readonly number[],
): Promise<PressTimes[]> {
  const pressed: PressTimes[] = [];
  let done = 0;
  for (const depth of depths) {
    for (; done < depth; done += 1) await page.keyboard.press(key);
    await calm(page);
    let taken = NaN;
    const work = await worked(browser, page, async () => {
      await page.keyboard.press(key);
      taken = await settled(page);
    });
    done += 1;
    pressed.push({ taken, work });
  }
  return pressed;
}

async function settled(page: Page): Promise<number> {
  await page.waitForFunction(() => (globalThis as unknown as InPage).bench.settled !== null);
  return Number(await page.evaluate(`bench.settled - bench.begun`));
}

/** Waits until the page has not changed for a while. */
async function calm(page: Page): Promise<void> {
  await page.waitForFunction((length) => {
    const { begun, settled: last } = (globalThis as unknown as InPage).bench;
    return performance.now() - Math.max(begun, last ?? Infinity) > length;
  }, CALM);
}

/**
 * Returns the memory in MB that the pixels of all canvases use, and the size in MB of the script
 * heap.
 */
export async function heldBy(page: Page): Promise<{ canvases: number; heap: number }> {
  const pixels = await page.evaluate(
    `[...document.querySelectorAll('canvas')].reduce((sum, one) => sum + one.width * one.height, 0)`,
  );
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { canvases: (Number(pixels) * 4) / 2 ** 20, heap: usedSize / 2 ** 20 };
}
