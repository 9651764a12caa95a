import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makePhotos } from '../bench/photos.ts';
import { newFolder } from '../world/folder.ts';
import { killInFlight } from './in-flight.ts';
import { crashRound } from './round.ts';

async function folder(): Promise<string> {
  const path = await newFolder('crash-test');
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

/** Kills while it works, while it takes up what was left, and while it starts. */
const SEED = 9589;

it('a command that is killed buys each photo once, loses none and leaves nothing behind', async () => {
  const photos = await makePhotos(join(await folder(), 'photos'), 9, 600);
  const round = await crashRound(SEED, 3, photos);
  expect(round).toMatchObject({ kills: 3, photos: 9, wrong: [] });
}, 300_000);

it('a kill with eight executions in flight brings all eight home without a person', async () => {
  expect(await killInFlight(await folder())).toHaveLength(8);
}, 60_000);
