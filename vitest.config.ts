import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { keptCompiled } from './test/fixtures/environment.ts';
import { UnitReporter } from './test/tools/report-units.ts';

/** CI reads from a report what failed; on a terminal the usual lines are enough. */
const report = process.env['DARKSLIDE_TEST_REPORT'];

/** What takes minutes: a longer run of a test that `npm test` has a short one of. */
const long = '{shared,electron,renderer,test}/**/*.long.test.ts';

/** `--mode long` runs the long tests, and nothing else. */
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
    include: mode === 'long' ? [long] : ['{shared,electron,renderer,test}/**/*.test.ts'],
    exclude: mode === 'long' ? [] : [long],
    testTimeout: mode === 'long' ? 600_000 : 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // much of the longest tests is waiting: for the demo service, and for moments to pass
    maxWorkers: 4,
    reporters: report === undefined ? ['default'] : ['default', new UnitReporter(report)],
  },
}));
