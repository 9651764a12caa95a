import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makePhotos } from '../bench/photos.ts';
import { crashRound } from './round.ts';

/**
 * Starts and kills the command many times while it works, then checks the records of the service and the files
 * on disk: `npm run crash [-- --kills N] [--seed S]`. Fails at the first round in which anything was bought
 * twice, lost or left behind, and prints the seed that reproduces the kills.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const KILLS_A_ROUND = 10;

const wanted = Number(values.kills);
const folder = await mkdtemp(join(tmpdir(), 'darkslide-crash-photos-'));
try {
  const photos = await makePhotos(join(folder, 'photos'), KILLS_A_ROUND * 3);
  const sum = { kills: 0, early: 0, recovering: 0, withInFlight: 0, photos: 0 };
  for (let seed = Number(values.seed); sum.kills < wanted; seed += 1) {
    const kills = Math.min(KILLS_A_ROUND, wanted - sum.kills);
    const round = await crashRound(seed, kills, photos.slice(0, kills * 3));
    sum.kills += round.kills;
    sum.early += round.early;
    sum.recovering += round.recovering;
    sum.withInFlight += round.withInFlight;
    sum.photos += round.photos;
    if (round.wrong.length > 0) {
      console.error(`seed ${seed} is wrong:\n  ${round.wrong.join('\n  ')}`);
      process.exitCode = 1;
      break;
    }
    console.log(
      `seed ${seed}: ${sum.kills} kills (${sum.early} while it started, ${sum.recovering} while it took up what was left, ${sum.withInFlight} with executions in flight), ${sum.photos} photos, each bought once and whole on disk`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
