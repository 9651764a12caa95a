import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { test as base } from './window.ts';

/** A key that does not occur in any page by chance. */
const KEY = 'k-9d03f7c2a6e14b58';

/** Creates a folder for one test and deletes it after the test. */
export async function inFolder(
  name: string,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `darkslide-${name}-`));
  await use(folder);
  // retries, because the program may still write a requested thumbnail
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

interface Account {
  /** Options of the service that differ from the defaults. */
  readonly serviceOptions: Partial<DemoOptions>;
  /** The folder in which the service stores uploads. */
  readonly serviceFolder: string;
  /** The test's own service; no other test generates images there. */
  readonly service: Demo;
}

/** A window that starts with an account. The test can read the records of the account's service. */
export const test = base.extend<Account>({
  serviceOptions: [{}, { option: true }],
  serviceFolder: ({ host: _host }, use) => inFolder('service', use),
  service: async ({ serviceFolder: folder, serviceOptions }, use) => {
    const demo = await startDemo({ folder, keys: [KEY], render: 'quick', ...serviceOptions });
    await use(demo);
    await demo.close();
  },
  startWith: ({ service }, use) =>
    use({ args: ['--service', service.url], env: { DARKSLIDE_API_KEY: service.key } }),
});
