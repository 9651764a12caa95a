import type { Page } from '@playwright/test';

/**
 * The types of the page's objects, for the functions below that run in the page. Otherwise, tests have only
 * Node's types.
 */
interface InPage {
  readonly document: { querySelector(selector: string): { scrollTop: number } | null };
  requestAnimationFrame(call: (now: number) => void): void;
}

/** Milliseconds from the start of the navigation, including redirects. */
export interface LoadTimes {
  readonly painted: number;
  /** Time in ms at which the first row of the list is drawn and the page responds. */
  readonly ready: number;
}

/** Opens an address with an empty cache, and waits for an element that matches `selector`. */
export async function load(page: Page, address: string, selector: string): Promise<LoadTimes> {
  await page.addInitScript((selector) => {
    const { document, requestAnimationFrame } = globalThis as unknown as InPage;
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      // runs after all earlier work of the page
      else setTimeout(() => Object.assign(globalThis, { readyAt: performance.now() }));
    };
    requestAnimationFrame(look);
  }, selector);
  await page.goto(address);
  const ready = await page.waitForFunction(() => (globalThis as { readyAt?: number }).readyAt);
  // the browser reports the paint shortly after it happened
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  return { painted: Number(await painted.jsonValue()), ready: Number(await ready.jsonValue()) };
}

/**
 * Scrolls the element `selector` by `step` px in each of 300 frames. Returns the share of frames, in per
 * cent, that arrived within 16.7 ms plus the tolerance of the display clock.
 */
export function scroll(page: Page, selector: string, step: number): Promise<number> {
  return page.evaluate(
    async ({ selector, step }) => {
      const { document, requestAnimationFrame } = globalThis as unknown as InPage;
      const FRAMES = 300;
      const IN_TIME = 16.7 + 0.8;
      const place = document.querySelector(selector);
      if (place === null) throw new Error(`There is no ${selector}.`);
      let inTime = 0;
      let last: number | null = null;
      for (let frame = 0; frame <= FRAMES; frame += 1) {
        const now: number = await new Promise(requestAnimationFrame);
        if (last !== null && now - last <= IN_TIME) inTime += 1;
        last = now;
        place.scrollTop += step;
      }
      return (100 * inTime) / FRAMES;
    },
    { selector, step },
  );
}

/**
 * Records, for each change of a job, the milliseconds from its commit in the ledger to its paint. The program
 * and the page use the same wall clock.
 */
export async function watchChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { requestAnimationFrame } = globalThis as unknown as InPage;
    const delays: number[] = [];
    const seen = new Map<number, number>();
    let isFirst = true;
    const note = (text: string) => {
      const frame = JSON.parse(text) as {
        outcome?: { value?: { rows?: { id: number; changedAt: number }[] } };
      };
      const rows = frame.outcome?.value?.rows;
      if (!Array.isArray(rows)) return;
      const changed = rows.filter(({ id, changedAt }) => seen.get(id) !== changedAt);
      for (const { id, changedAt } of changed) seen.set(id, changedAt);
      // ignores changes from before the page was ready
      if (isFirst) isFirst = false;
      else {
        requestAnimationFrame(() =>
          setTimeout(() => {
            for (const { changedAt } of changed) delays.push(Date.now() - changedAt);
          }),
        );
      }
    };
    const Plain = globalThis.WebSocket;
    const Heard = class extends Plain {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', ({ data }) => note(String(data)));
      }
    };
    Object.assign(globalThis, { delays, WebSocket: Heard });
  });
}

export function delaysSeen(page: Page): Promise<number[]> {
  return page.evaluate(() => (globalThis as unknown as { delays: number[] }).delays);
}

/** Returns the milliseconds from a message to the next paint on an otherwise idle page, measured 50 times. */
export function emptyDelays(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const { requestAnimationFrame } = globalThis as unknown as InPage;
    const delays: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      const begun = performance.now();
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve));
      delays.push(performance.now() - begun);
    }
    return delays;
  });
}
