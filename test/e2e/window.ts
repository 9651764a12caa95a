import { test as base, expect, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram, type Program } from '../browser/program.ts';

/** What carries the window in this run. */
export interface HostOption {
  readonly host: 'browser' | 'desktop';
}

/** Darkslide at work in a data folder of the test's own. */
export interface Studio {
  readonly dataFolder: string;
  /** The address of the window that is open now. */
  address(): string;
  /** Ends it as told, or as a crash would with SIGKILL; the page stays. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again in the same data folder. The page is to be sent to the new address. */
  start(): Promise<void>;
}

interface Fixtures {
  /** Further words on the command line and in the environment of the start. */
  readonly startWith: {
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  /** Files that lie in the data folder before the first start, made by this function. */
  readonly prepare: ((dataFolder: string) => Promise<void> | void) | null;
  readonly studio: Studio;
  /** The page with the window on it, once its frame is drawn. */
  readonly window: Page;
  /** What the page complained of; a test fails for it, whatever else it looked at. */
  readonly complaints: string[];
}

export const test = base.extend<Fixtures & HostOption>({
  host: ['browser', { option: true }],
  startWith: [{ args: [], env: {} }, { option: true }],
  prepare: [null, { option: true }],

  studio: async ({ host, startWith, prepare }, use) => {
    test.skip(host === 'desktop', 'Electron is not here');
    const dataFolder = await mkdtemp(join(tmpdir(), 'darkslide-e2e-'));
    let program: Program;
    let address = '';
    const start = async () => {
      program = startProgram(['--browser', '--data', dataFolder, ...startWith.args], startWith.env);
      address = await program.ready();
    };
    await prepare?.(dataFolder);
    await start();
    await use({
      dataFolder,
      address: () => address,
      start,
      async stop(signal) {
        await program.stop(signal);
      },
    });
    await program!.stop('SIGKILL');
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  },

  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await use(complaints);
    expect(complaints).toEqual([]);
  },

  window: async ({ studio, page, complaints: _complaints }, use) => {
    await page.goto(studio.address());
    await expect(page.getByRole('navigation')).toBeVisible();
    await use(page);
  },
});

/** The two sizes that every screen is looked at. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
] as const;

/** Keeps pictures of what the page shows now, at both sizes, among the artefacts. */
export async function takePictures(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.screenshot({
      path: `test/e2e/artefacts/${name}-${size.width}x${size.height}.png`,
      animations: 'disabled',
    });
  }
  if (before !== null) await page.setViewportSize(before);
}

export { expect };
