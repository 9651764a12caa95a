import { test as base, expect, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photosBeside } from './hot-folders.ts';
import { prepareFirstStart, type Photographs } from './first-start.ts';
import {
  carryAlone,
  carryInDesktop,
  carryTogether,
  type Carrier,
  type StartWith,
  type Studio,
} from './hosts.ts';
import { shareHost, type SharedHost } from './shared-host.ts';

/**
 * Tag of a test with its own host process, as users start it. Such a test depends on something that arguments
 * can't set (the system's language or programs), or on the demo as users see it.
 */
export const ownHost = '@own-host';

/** Tag of a test that the long run repeats with larger numbers. */
export const long = '@long';

/** Number of jobs in the ledger of a test with the tag `@long`. */
export interface JobsOption {
  readonly jobs: number;
}

/** The host of the window in this test run. */
export interface HostOption {
  readonly host: 'browser' | 'desktop';
}

interface WorkerFixtures {
  /** The process in which the hosts of consecutive tests run. */
  readonly sharedHost: SharedHost;
}

interface Fixtures {
  /** The photos that the demo processes at its first start. */
  readonly photographs: Photographs;
  readonly startWith: StartWith;
  /** Creates files in the data folder before the first start. */
  readonly prepare: ((dataFolder: string) => Promise<void> | void) | null;
  readonly carrier: Carrier;
  readonly studio: Studio;
  /** The page with the window, after its rail and status bar were drawn. */
  readonly window: Page;
  /** Errors that the page has logged; any error fails the test. */
  readonly complaints: string[];
}

export const test = base.extend<Fixtures & HostOption, WorkerFixtures>({
  sharedHost: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const host = shareHost();
      await use(host);
      await host.end();
    },
    { scope: 'worker' },
  ],
  host: ['browser', { option: true }],
  startWith: [{ args: [], env: {} }, { option: true }],
  prepare: [null, { option: true }],
  photographs: ['none', { option: true }],

  carrier: async ({ host, sharedHost, startWith, prepare, photographs }, use, { tags }) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'darkslide-e2e-'));
    try {
      await prepare?.(dataFolder);
      await prepareFirstStart(dataFolder, photographs);
      const carry =
        host === 'desktop' ? carryInDesktop : tags.includes(ownHost) ? carryAlone : carryTogether;
      const carrier = await carry(dataFolder, startWith, sharedHost);
      await use(carrier);
      await carrier.end();
    } finally {
      for (const folder of [dataFolder, photosBeside(dataFolder)]) {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  },

  studio: ({ carrier }, use) => use(carrier.studio),

  complaints: async ({ host: _host }, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },

  window: async ({ carrier, page, complaints }, use) => {
    listenTo(page, complaints);
    const window = await carrier.show(page);
    if (window !== page) listenTo(window, complaints);
    await expect(window.getByRole('navigation')).toBeVisible();
    await use(window);
  },
});

/** Records the errors of a page. */
function listenTo(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Errors that the browser also logs although the page itself shows them: missing pictures of deleted
    // photos, and lost connections to a stopped studio.
    const isSaid = /\/media\/|\/session$|^WebSocket connection/m.test(
      `${message.location().url}\n${message.text()}`,
    );
    if (message.type() === 'error' && !isSaid) complaints.push(message.text());
  });
}

/** The two window sizes at which every screen is checked. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
] as const;

/** Whether to save pictures; only on request, because it takes time. */
const isPictured = process.env['DARKSLIDE_PICTURES'] === '1';

/** Saves a picture of the page with the artefacts, if pictures are requested. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!isPictured) return;
  await page.screenshot({ path: `test/e2e/artefacts/${name}.png`, animations: 'disabled' });
}

/** Saves pictures of the page at both window sizes, if pictures are requested. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!isPictured) return;
  const before = page.viewportSize();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await takePicture(page, `${name}-${size.width}x${size.height}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

export { expect };
