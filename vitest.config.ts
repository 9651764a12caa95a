import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { parsedTexts } from './renderer/texts/parsed-texts.ts';
import { browserLaunch } from './test/fixtures/browser.ts';
import { keptCompiled } from './test/fixtures/environment.ts';
import { UnitReporter } from './test/tools/report-units.ts';

/** The folder where CI reads from reports what failed; on a terminal the usual lines are enough. */
const reports = process.env['DARKSLIDE_TEST_REPORTS'];

/** What takes minutes: a longer run of a test that `npm test` has a short one of. */
const long = '{shared,electron,renderer,test}/**/*.long.test.ts';

/** The desktop app, of which there is one in a process, and tests that set the process' time zone. */
const isolated = ['electron/hosts/desktop/**/*.test.ts', 'test/{desktop,simulation}/**/*.test.ts'];

/** Of the screens, in a browser. */
const components = 'renderer/**/*.component.test.ts';
/** Where there is no browser, only the tests that need one fail. */
const launchOptions = await browserLaunch().catch(() => ({}));
/** The command line in this process, and programs that are started. */
const programs = 'test/{cli,crash,fixtures,stations}/**/*.test.ts';
/** What shows or packs the built screens. */
const built = 'test/{browser,package}/**/*.test.ts';
/** All others: they lie beside the code, or are of parts that work together in this process. */
const beside = '{shared,electron,renderer,test}/**/*.test.ts';

const projects = [
  {
    // no module of Darkslide has a state, so one process serves many files
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
      // several in turn, and each takes seconds where others use the machine
      testTimeout: 240_000,
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
      testTimeout: 240_000,
    },
  },
  {
    extends: true as const,
    test: { name: 'whole', include: isolated, exclude: [long] },
  },
  {
    plugins: [parsedTexts(), svelte({ configFile: 'renderer/svelte.config.js' })],
    // all libraries are found before the first test: one that comes later makes the page begin anew.
    // Those that a template imports when it needs them are only found in the file itself.
    optimizeDeps: { entries: ['renderer/main.ts', 'renderer/**/*.svelte', components] },
    test: {
      name: 'components',
      include: [components],
      // in one page, which loads the screens once, in the first test
      testTimeout: 90_000,
      // as long as other matchers wait for an element: a second is short on a busy machine
      expect: { poll: { timeout: 90_000 } },
      isolate: false,
      fileParallelism: false,
      // by itself, after the others: it may use another number of workers then
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

/** The projects of a mode; without one, all that are not long. */
const projectsOf: Record<string, TestProjectConfiguration[]> = {
  units: projects.filter(({ test }) => test.name !== 'components'),
  components: projects.filter(({ test }) => test.name === 'components'),
  long: [{ extends: true, test: { include: [long] } }],
};

export default defineConfig(({ mode }) => ({
  test: {
    // electron's own module would try to fetch Electron
    alias: {
      electron: fileURLToPath(new URL('test/desktop/electron/electron.ts', import.meta.url)),
    },
    // takes the alias too, which packages that stay outside do not
    server: { deps: { inline: ['electron-store'] } },
    globalSetup: './test/fixtures/before-units.ts',
    env: keptCompiled,
    projects: projectsOf[mode] ?? projects,
    // a deadline for what hangs, also on a machine that does much else
    testTimeout: mode === 'long' ? 1_800_000 : 120_000,
    hookTimeout: 120_000,
    // below the minute after which the queue looks again by itself: a wake-up that is missing is seen
    expect: { poll: { timeout: 40_000 } },
    pool: 'forks',
    // pictures are outside V8's heap and make it collect often; on all cores at once that costs more
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'],
    // much of the longest tests is waiting, and `npm test` runs those in a browser beside them
    maxWorkers: 6,
    reporters:
      reports === undefined
        ? ['default']
        : ['default', new UnitReporter(join(reports, `${mode}.json`))],
  },
}));
