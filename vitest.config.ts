import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { parsedTexts } from './renderer/texts/parsed-texts.ts';
import { browserLaunch } from './test/fixtures/browser.ts';
import { keptCompiled } from './test/fixtures/environment.ts';
import { UnitReporter } from './test/tools/report-units.ts';

/**
 * Folder for the report files from which CI prints its summary; unset on a terminal, where the default report is
 * enough.
 */
const reports = process.env['DARKSLIDE_TEST_REPORTS'];

/** Tests that take minutes. Each is a longer version of a test that `npm test` runs. */
const long = '{shared,electron,renderer,test}/**/*.long.test.ts';

/**
 * Tests that need a process of their own: those that start the desktop app or its command, which is possible once per
 * process, and those that set the time zone.
 */
const isolated = [
  'electron/hosts/desktop/command.test.ts',
  'test/{desktop,simulation}/**/*.test.ts',
];

/** Tests of the screens, which run in a browser. */
const components = 'renderer/**/*.component.test.ts';
/** Without an installed browser, this is empty, so that only the tests that need a browser fail. */
const launchOptions = await browserLaunch().catch(() => ({}));
/** Tests that run the command line in the test process, or start programs. */
const programs = 'test/{cli,crash,fixtures,stations}/**/*.test.ts';
/** Tests that open or package the built screens. */
const built = 'test/{browser,package}/**/*.test.ts';
/** All test files; the project `beside` excludes the tests of the other projects. */
const beside = '{shared,electron,renderer,test}/**/*.test.ts';

const projects = [
  {
    // one process runs many test files, because no module of Darkslide has global state
    extends: true as const,
    test: {
      name: 'beside',
      include: [beside],
      exclude: [long, components, programs, built, ...isolated],
      isolate: false,
    },
  },
  {
    extends: true as const,
    test: {
      name: 'programs',
      include: [programs],
      exclude: [long],
      isolate: false,
    },
  },
  {
    extends: true as const,
    test: {
      name: 'built',
      include: [built],
      exclude: [long],
      isolate: false,
      globalSetup: ['./test/fixtures/before-built.ts'],
    },
  },
  {
    extends: true as const,
    test: { name: 'whole', include: isolated, exclude: [long] },
  },
  {
    plugins: [parsedTexts(), svelte({ configFile: 'renderer/svelte.config.js' })],
    // Vite must find all libraries before the first test, because it reloads the page when it finds another one. It
    // finds libraries that a template imports dynamically only in the listed files.
    optimizeDeps: { entries: ['renderer/main.ts', 'renderer/**/*.svelte', components] },
    test: {
      name: 'components',
      include: [components],
      // all tests share one page, and the first test waits until the page has loaded the screens
      testTimeout: 240_000,
      // the default of one second is too short on a busy machine
      expect: { poll: { timeout: 120_000 } },
      isolate: false,
      fileParallelism: false,
      // runs after the other projects, because only then can it use a different number of workers
      sequence: { groupOrder: 1 },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions }),
        instances: [{ browser: 'chromium' as const, viewport: { width: 1280, height: 800 } }],
      },
    },
  },
];

/** The projects of each mode; without a mode, vitest runs all projects except `long`. */
const projectsOf: Record<string, TestProjectConfiguration[]> = {
  units: projects.filter(({ test }) => test.name !== 'components'),
  components: projects.filter(({ test }) => test.name === 'components'),
  long: [{ extends: true, test: { include: [long] } }],
};

export default defineConfig(({ mode }) => ({
  test: {
    // tests use a fake, because the real module would try to download Electron
    alias: {
      electron: fileURLToPath(new URL('test/desktop/electron/electron.ts', import.meta.url)),
    },
    // inlined, because vitest applies the alias only to packages that it processes itself
    server: { deps: { inline: ['electron-store'] } },
    globalSetup: './test/fixtures/before-units.ts',
    env: keptCompiled,
    projects: projectsOf[mode] ?? projects,
    // only stops a test that hangs, so it is long enough for one that starts several programs on a busy machine
    testTimeout: mode === 'long' ? 1_800_000 : 600_000,
    hookTimeout: 600_000,
    // shorter than the minute after which the queue checks for work by itself, so that a missing wake-up fails a test
    expect: { poll: { timeout: 55_000 } },
    pool: 'forks',
    // pictures outside V8's heap trigger many garbage collections, which cost more if they run on all cores
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
    // more workers than cores, because the longest tests mostly wait
    maxWorkers: 6,
    reporters:
      reports === undefined
        ? ['default']
        : ['default', new UnitReporter(join(reports, `${mode}.json`))],
  },
}));
