import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makePhotos } from '../bench/photos.ts';
import { crashRound } from './round.ts';

/** On a disk that is one. */
async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'darkslide-crash-test-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

// the last one keeps metadata
it.each([2025, 2026, 2027, 2028])(
  'a command that is killed 12 times buys each photo once, loses none and leaves nothing behind: seed %i',
  async (seed) => {
    const photos = await makePhotos(join(await folder(), 'photos'), 36);
    const round = await crashRound(seed, 12, photos);
    expect(round).toMatchObject({ kills: 12, photos: 36, wrong: [] });
  },
);
