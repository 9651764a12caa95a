import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { fillLedger } from '../fixtures/big-ledger.ts';
import { onPage } from './bare-page.ts';
import { launchBrowser, newFolder, openHost } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { quantile } from './times.ts';

/** How often every agent is chosen; the first time loads the code of the panels. */
const ROUNDS = 3;
const TRIGGER = '[role=combobox][aria-label^="Agent:"]';

/** Measures Retouch in a real browser: the time from choosing an agent until its panel is drawn. */
export async function benchRetouch(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const data = await newFolder(end, 'bench');
  // without jobs, the first start would process the sample photos
  fillLedger(join(data, 'demo'), { jobs: 10, waiting: 0 });
  const { address } = await openHost(end, data);
  const browser = await launchBrowser(end);
  const product = await onPage(browser, async (page) => {
    await page.goto(`${address}#/retouch`);
    return chooseAll(page);
  });
  const floor = await onPage(browser, emptyDelays);
  const what = `retouch: panel ready after choosing, 95 % of ${product.length}`;
  return [rowOf(what, quantile(product, 0.95), quantile(floor, 0.95), '< 100')];
}

/**
 * Returns, for each agent, the milliseconds from the key that chooses the agent to the frame that shows its
 * panel.
 */
async function chooseAll(page: Page): Promise<number[]> {
  await page.locator(TRIGGER).waitFor();
  await watch(page, `document.querySelector('${TRIGGER}').ariaLabel`);
  const delays: number[] = [];
  await page.locator(TRIGGER).press('Enter');
  const count = await page.getByRole('option').count();
  await page.keyboard.press('Escape');
  for (let at = 1; at < ROUNDS * count; at += 1) {
    await page.locator(TRIGGER).press('Enter');
    await page.locator('[role=option][data-highlighted]').waitFor();
    await page.keyboard.press(at % count === 0 ? 'Home' : 'ArrowDown');
    await page.locator('[role=option][data-highlighted]:not([data-selected])').waitFor();
    delays.push(await timed(page));
  }
  return delays;
}

/** Returns the milliseconds from a key press to the paint of one word on an otherwise empty page. */
async function emptyDelays(page: Page): Promise<number[]> {
  await page.setContent('<p id="there" tabindex="0">0</p>');
  await page.evaluate(
    `document.onkeydown = () => { there.textContent = Number(there.textContent) + 1; }`,
  );
  await watch(page, `document.querySelector('#there').textContent`);
  const delays: number[] = [];
  for (let at = 0; at < 20; at += 1) delays.push(await timed(page));
  return delays;
}

/** Makes the page measure the time from the Enter key to the frame after the text `text` has changed. */
function watch(page: Page, text: string): Promise<unknown> {
  return page.evaluate(`(() => {
    const read = () => ${text};
    addEventListener('keydown', ({ key, timeStamp }) => {
      if (key !== 'Enter') return;
      const before = read();
      const look = () => {
        if (read() === before) return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => (window.taken = performance.now() - timeStamp)));
      };
      look();
    }, { capture: true });
  })()`);
}

async function timed(page: Page): Promise<number> {
  await page.evaluate('window.taken = null');
  await page.keyboard.press('Enter');
  const taken = await page.waitForFunction(() => (globalThis as { taken?: number | null }).taken);
  return Number(await taken.jsonValue());
}
