import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { openDesk, plainRecipe, type Desk } from './desk.ts';

let desk: Desk;
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
  'E buys nothing where metadata cannot be written, and says so',
  async () => {
    const gone = join(folder, 'gone.ts');
    desk = await openDesk({ startHelper: (_module, args) => startNode(gone, args) });
    const job = await desk.admit({ recipe: keepsMetadata });
    expect(await desk.until(job, 'held')).toBe('metadata-tool-missing');
    expect(desk.asked('execute')).toBe(0);
    await desk.done({ photo: 'raccoon-face.jpg' });
  },
);
