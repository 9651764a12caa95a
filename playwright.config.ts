import { defineConfig } from '@playwright/test';
import type { HostOption, JobsOption } from './test/e2e/window.ts';
import { browserLaunch } from './test/fixtures/browser.ts';

/** CI reads from a report what failed; on a terminal the usual lines are enough. */
const report = process.env['DARKSLIDE_E2E_REPORT'];

/**
 * The same specs in a browser on the page, and in the desktop app where Electron is. What they leave
 * behind lies in test/e2e/artefacts.
 */
export default defineConfig<HostOption & Partial<JobsOption>>({
  testDir: 'test/e2e',
  outputDir: 'test/e2e/artefacts/failures',
  globalSetup: './test/e2e/before-all.ts',
  forbidOnly: process.env['CI'] !== undefined,
  // much of a spec is waiting: for the demo service, and for what is drawn
  workers: 4,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter:
    report === undefined
      ? 'list'
      : [['list'], ['./test/tools/report-windows.ts', { file: report }]],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // what moves is drawn again and again
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await browserLaunch(),
  },
  projects: [
    { name: 'browser', use: { host: 'browser' } },
    { name: 'desktop', use: { host: 'desktop' } },
    { name: 'long', grep: /@long/, use: { host: 'browser', jobs: 20_000 } },
  ],
});
