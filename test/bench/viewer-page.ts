import type { Locator, Page } from '@playwright/test';

/**
 * The types of the page's objects, for the functions below that run in the page. Otherwise, tests have only
 * Node's types.
 */
interface Canvas {
  width: number;
  height: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, w: number, h: number): { readonly data: ArrayLike<number> };
    clearRect(x: number, y: number, w: number, h: number): void;
    drawImage(picture: unknown, x: number, y: number, w: number, h: number): void;
  };
}
interface InPage {
  readonly document: { querySelector(selector: string): Canvas | null };
  requestAnimationFrame(call: (now: number) => void): void;
  addEventListener(kind: 'click', call: () => void, options: { readonly once: true }): void;
  createImageBitmap(blob: unknown): Promise<{ readonly width: number; readonly height: number }>;
}

/**
 * Returns the milliseconds from a click to the first frame in which the first canvas shows more than grey on
 * the left of the divider.
 */
export async function drawnAfter(page: Page, button: Locator): Promise<number> {
  await page.evaluate(() => {
    const { document, requestAnimationFrame, addEventListener } = globalThis as unknown as InPage;
    let begun = 0;
    addEventListener('click', () => (begun = performance.now()), { once: true });
    const look = () => {
      const canvas = document.querySelector('[role=dialog] canvas');
      const { width = 0, height = 0 } = canvas ?? {};
      const [red = 0, , , alpha] =
        canvas === null || width === 0
          ? []
          : Array.from(
              canvas.getContext('2d').getImageData(Math.floor(width * 0.48), height >> 1, 1, 1)
                .data,
            );
      if (alpha === 255 && red !== 0x21) {
        Object.assign(globalThis, { drawnAfter: performance.now() - begun });
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await button.click();
  const drawn = await page.waitForFunction(
    () => (globalThis as { drawnAfter?: number }).drawnAfter,
    undefined,
    { timeout: 60_000 },
  );
  return Number(await drawn.jsonValue());
}

/** Returns the share of frames, in per cent, that arrive within 16.7 ms plus the tolerance of the display clock. */
export async function framesInTime(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const { requestAnimationFrame } = globalThis as unknown as InPage;
    const frames = { all: 0, inTime: 0, isOver: false };
    let last: number | null = null;
    const count = (now: number) => {
      if (frames.isOver) return;
      if (last !== null) {
        frames.all += 1;
        if (now - last <= 16.7 + 0.8) frames.inTime += 1;
      }
      last = now;
      requestAnimationFrame(count);
    };
    Object.assign(globalThis, { frames });
    requestAnimationFrame(count);
  });
  await work();
  return page.evaluate(() => {
    const { frames } = globalThis as unknown as {
      frames: { all: number; inTime: number; isOver: boolean };
    };
    frames.isOver = true;
    return (100 * frames.inTime) / frames.all;
  });
}

/** Returns the milliseconds to fetch, decode and draw a reduced version on an otherwise idle page. */
export async function showProxy(page: Page, address: string): Promise<number> {
  await page.goto(address);
  return page.evaluate(async () => {
    const { document, createImageBitmap, requestAnimationFrame } = globalThis as unknown as InPage;
    const begun = performance.now();
    const bitmap = await createImageBitmap(await (await fetch('/proxy.jpg')).blob());
    const canvas = document.querySelector('canvas');
    if (canvas === null) throw new Error('There is no canvas.');
    [canvas.width, canvas.height] = [1200, 700];
    canvas.getContext('2d').drawImage(bitmap, 0, 0, 1050, 700);
    await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  });
}

/** Returns the frames on time, in per cent, while one reduced version is zoomed on an otherwise empty page. */
export async function zoomProxy(page: Page, address: string): Promise<number> {
  await showProxy(page, address);
  return framesInTime(page, async () => {
    await page.evaluate(async () => {
      const { document, createImageBitmap, requestAnimationFrame } =
        globalThis as unknown as InPage;
      const bitmap = await createImageBitmap(await (await fetch('/proxy.jpg')).blob());
      const context = document.querySelector('canvas')?.getContext('2d');
      for (let frame = 0; frame < 160; frame += 1) {
        await new Promise(requestAnimationFrame);
        const scale = 0.3 + (frame % 80) / 100;
        const [width, height] = [bitmap.width * scale, bitmap.height * scale];
        context?.clearRect(0, 0, 1200, 700);
        context?.drawImage(bitmap, 600 - width / 2, 350 - height / 2, width, height);
      }
    });
  });
}
