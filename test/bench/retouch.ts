import { chromium, type Browser, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../browser/program.ts';
import { browserLaunch } from '../fixtures/browser.ts';
import { fillLedger } from '../fixtures/big-ledger.ts';
import type { Row } from './row.ts';

/** Times that every agent is chosen; the first one loads what the panels are made of. */
const ROUNDS = 3;
const TRIGGER = '[role=combobox][aria-label^="Agent:"]';
const SIZE = { width: 1280, height: 800 };

/** The room Retouch in a real browser: an agent is chosen until its panel is drawn. */
export async function benchRetouch(): Promise<Row[]> {
  const data = await mkdtemp(join(tmpdir(), 'darkslide-bench-'));
  // a first start would have photos at work
  fillLedger(join(data, 'demo'), { jobs: 10, waiting: 0 });
  const program = startProgram(['--browser', '--data', data]);
  const browser = await chromium.launch(await browserLaunch());
  try {
    const address = await program.ready();
    const product = await onPage(browser, async (page) => {
      await page.goto(`${address}#/retouch`);
      return chooseAll(page);
    });
    const floor = await onPage(browser, emptyDelays);
    const [slow, least] = [product, floor].map((delays) => quantile(delays, 0.95));
    return [
      {
        what: `retouch: panel ready after choosing, 95 % of ${product.length}`,
        product: slow ?? NaN,
        floor: least ?? NaN,
        ratio: (slow ?? NaN) / (least ?? NaN),
        goal: '< 100',
        unit: 'ms',
      },
    ];
  } finally {
    await browser.close();
    await program.stop('SIGKILL');
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** ms from the key that chooses an agent to the frame that shows its panel, for each of them. */
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

/** The same from a key to a word on a page that has nothing else. */
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

/** From now on the page takes the time from the Enter key to the frame after `text` changed. */
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

async function onPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport: SIZE });
  try {
    return await work(page);
  } finally {
    await page.close();
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
