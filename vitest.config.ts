import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** CI reads the counts from a report; on a terminal the usual lines are enough. */
const report = process.env['DARKSLIDE_TEST_REPORT'];

export default defineConfig({
  test: {
    // its own module would try to fetch Electron
    alias: {
      electron: fileURLToPath(new URL('test/desktop/electron/electron.ts', import.meta.url)),
    },
    include: ['{shared,electron,renderer,test}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // much of the longest tests is waiting: for the demo service, and for moments to pass
    maxWorkers: 3,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});
