import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { test as base } from './window.ts';

/** Nothing like it stands in any page by chance. */
const KEY = 'k-9d03f7c2a6e14b58';

/** A folder for one test, which goes with it. */
export async function inFolder(
  name: string,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `darkslide-${name}-`));
  await use(folder);
  // a thumbnail that was asked for may still be written
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

interface Account {
  /** What the service does otherwise than usual. */
  readonly serviceOptions: Partial<DemoOptions>;
  /** Where the service keeps what it was handed. */
  readonly serviceFolder: string;
  /** A service of the test's own, which nobody else has bought anything at. */
  readonly service: Demo;
}

/** A window that is started with an account at a service whose records the test reads. */
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
