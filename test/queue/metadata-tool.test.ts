import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { openHarness, plainRecipe, type Harness } from './harness.ts';

let harness: Harness;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-no-perl-'));
  vi.stubEnv('PATH', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const keepsMetadata = { ...plainRecipe, delivery: { metadata: 'keep' } };

it.skipIf(process.platform === 'win32')(
  'E buys nothing if metadata cannot be written, and holds the job with the reason',
  async () => {
    const gone = join(folder, 'gone.ts');
    harness = await openHarness({ startHelper: (_module, args) => startNode(gone, args) });
    const job = await harness.admit({ recipe: keepsMetadata });
    expect(await harness.until(job, 'held')).toBe('metadata-tool-missing');
    expect(harness.asked('execute')).toBe(0);
    await harness.done({ photo: 'raccoon-face.jpg' });
  },
);
