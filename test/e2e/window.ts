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
 * The tag of a test whose host is a process of its own, as a person starts it: because the system is asked
 * for what no argument says (its language, its programs), or because the demo is to work as it does for
 * everybody.
 */
export const ownHost = '@own-host';

/** The tag of a test that the long run has with bigger numbers. */
export const long = '@long';

/** How many jobs lie in the ledger of such a test. */
export interface JobsOption {
  readonly jobs: number;
}

/** What carries the window in this run. */
export interface HostOption {
  readonly host: 'browser' | 'desktop';
}

interface WorkerFixtures {
  /** The process that the hosts of one test after the other run in. */
  readonly sharedHost: SharedHost;
}

interface Fixtures {
  /** What the demo finds to work on. */
  readonly photographs: Photographs;
  readonly startWith: StartWith;
  /** Files that lie in the data folder before the first start, made by this function. */
  readonly prepare: ((dataFolder: string) => Promise<void> | void) | null;
  readonly carrier: Carrier;
  readonly studio: Studio;
  /** The page with the window on it, once its frame is drawn. */
  readonly window: Page;
  /** What the page complained of; a test fails for it, whatever else it looked at. */
  readonly complaints: string[];
}

export const test = base.extend<Fixtures & HostOption, WorkerFixtures>({
  sharedHost: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what is needed
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

/** Takes down what a page complains of. */
function listenTo(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // a photo that has gone from the disk has no picture, and a studio that has ended no way to it:
    // the page says both itself, and the browser once more
    const isSaid = /\/media\/|\/session$|^WebSocket connection/m.test(
      `${message.location().url}\n${message.text()}`,
    );
    if (message.type() === 'error' && !isSaid) complaints.push(message.text());
  });
}

/** The two sizes that every screen is looked at. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
] as const;

/** Whether pictures are kept of what a test saw: only for who asks for them, as they take their time. */
const isPictured = process.env['DARKSLIDE_PICTURES'] === '1';

/** Keeps a picture of what the page shows now among the artefacts, where pictures are asked for. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!isPictured) return;
  await page.screenshot({ path: `test/e2e/artefacts/${name}.png`, animations: 'disabled' });
}

/** The same at both sizes. */
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
