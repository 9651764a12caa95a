import { defineConfig } from '@playwright/test';
import { join } from 'node:path';
import type { HostOption, JobsOption } from './test/e2e/window.ts';
import { browserLaunch } from './test/fixtures/browser.ts';

/**
 * Folder for the report files from which CI prints its summary; unset on a terminal, where the list of tests is enough.
 */
const reports = process.env['DARKSLIDE_TEST_REPORTS'];

/**
 * Runs the same specs in a browser and, if Electron is installed, in the desktop app. Writes screenshots and other
 * output to test/e2e/artefacts.
 */
export default defineConfig<HostOption & Partial<JobsOption>>({
  testDir: 'test/e2e',
  outputDir: 'test/e2e/artefacts/failures',
  globalSetup: './test/e2e/before-all.ts',
  forbidOnly: process.env['CI'] !== undefined,
  // specs mostly wait, so three fit on two cores, even while `npm test` runs the component tests
  workers: 3,
  // only stops a test that hangs: a long test takes half a minute, and many times that on a busy machine
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter:
    reports === undefined
      ? 'list'
      : [['list'], ['./test/tools/report-windows.ts', { file: join(reports, 'windows.json') }]],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // animations would cost processor time, because the browser draws every frame
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: await browserLaunch(),
  },
  projects: [
    { name: 'browser', use: { host: 'browser' } },
    { name: 'desktop', use: { host: 'desktop' } },
    { name: 'long', grep: /@long/, use: { host: 'browser', jobs: 20_000 } },
  ],
});
