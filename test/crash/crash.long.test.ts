import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makePhotos } from '../bench/photos.ts';
import { newFolder } from '../world/folder.ts';
import { crashRound } from './round.ts';

// the round with seed 2028 also keeps metadata; see `commandOf`
it.each([2025, 2026, 2027, 2028])(
  'a command that is killed 12 times buys each photo once, loses none and leaves no files behind: seed %i',
  async (seed) => {
    // on a real disk, not in memory
    const folder = await newFolder('crash-test', tmpdir());
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const photos = await makePhotos(join(folder, 'photos'), 36);
    const round = await crashRound(seed, 12, photos);
    expect(round).toMatchObject({ kills: 12, photos: 36, wrong: [] });
  },
);
