import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import type { HostOption, JobsOption } from './test/e2e/window.ts';
import { browserLaunch } from './test/fixtures/browser.ts';

/** The folder where CI reads from reports what failed; on a terminal the usual lines are enough. */
const reports = process.env['DARKSLIDE_TEST_REPORTS'];

/**
 * The same specs in a browser on the page, and in the desktop app where Electron is. What they leave
 * behind lies in test/e2e/artefacts.
 */
export default defineConfig<HostOption & Partial<JobsOption>>({
  testDir: 'test/e2e',
  outputDir: 'test/e2e/artefacts/failures',
  globalSetup: './test/e2e/before-all.ts',
  forbidOnly: process.env['CI'] !== undefined,
  // much of a spec is waiting; `npm test` also runs the component tests meanwhile
  workers: 3,
  // a deadline for what hangs: a journey takes half a minute, and many times that on a busy machine
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter:
    reports === undefined
      ? 'list'
      : [['list'], ['./test/tools/report-windows.ts', { file: join(reports, 'windows.json') }]],
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
