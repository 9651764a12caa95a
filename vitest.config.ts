import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { keptCompiled } from './test/fixtures/environment.ts';
import { UnitReporter } from './test/tools/report-units.ts';

/** CI reads from a report what failed; on a terminal the usual lines are enough. */
const report = process.env['DARKSLIDE_TEST_REPORT'];

export default defineConfig({
  test: {
    // electron's own module would try to fetch Electron
    alias: {
      electron: fileURLToPath(new URL('test/desktop/electron/electron.ts', import.meta.url)),
    },
    // takes the alias too, which packages that stay outside do not
    server: { deps: { inline: ['electron-store'] } },
    globalSetup: './test/fixtures/before-units.ts',
    env: keptCompiled,
    include: ['{shared,electron,renderer,test}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // on a machine that others use too; what needed the second try is named and counted
    retry: process.env['CI'] === undefined ? 0 : 1,
    pool: 'forks',
    // much of the longest tests is waiting: for the demo service, and for moments to pass
    maxWorkers: 4,
    reporters: report === undefined ? ['default'] : ['default', new UnitReporter(report)],
  },
});
