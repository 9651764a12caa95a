import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Fault } from '#electron/demo/faults.ts';
import { startPostgres } from '../fixtures/postgres.ts';
import { chaosRound, makeChaosPhotos } from './chaos.ts';

/**
 * Runs stations of a shared studio while blows strike the stations, the database and the connections (see
 * `chaosRound`): `npm run chaos [-- --rounds N] [--seed S] [--stations K] [--photos P] [--folders F] [--blows B]`.
 * Prints a line per round, and fails if a photo was bought twice or not at all.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    stations: { type: 'string', default: '5' },
    photos: { type: 'string', default: '1000' },
    folders: { type: 'string', default: '10' },
    blows: { type: 'string', default: '40' },
  },
});

/** Faults in which the service's answer is lost or cut, or does not say whether the request was processed. */
const FAULTS: readonly Fault[] = [
  { on: 'execute', kind: 'accept-then-reset', rate: 0.03 },
  { on: 'execute', kind: 'cut', rate: 0.02 },
  { on: 'execute', kind: 'reset', rate: 0.03 },
  { on: 'execute', kind: 'server-error', processed: true, rate: 0.02 },
  { on: 'query', kind: 'reset', rate: 0.02 },
];

const folder = await mkdtemp(join(tmpdir(), 'darkslide-chaos-photos-'));
const server = await startPostgres();
try {
  const photos = await makeChaosPhotos(folder, Number(values.photos), Number(values.folders));
  const first = Number(values.seed);
  for (let seed = first; seed < first + Number(values.rounds); seed += 1) {
    const { wrong, blows, executions, lasted } = await chaosRound(server, {
      seed,
      stations: Number(values.stations),
      photos,
      blows: Number(values.blows),
      faults: FAULTS,
      lease: 5,
      doubtWindow: 10,
    });
    const struck = Object.entries(blows).map(([blow, n]) => `${n} × ${blow}`);
    console.log(`seed ${seed}: ${executions} executions in ${lasted} s; ${struck.join(', ')}`);
    if (wrong.length === 0) continue;
    console.error(`seed ${seed} is wrong:\n  ${wrong.join('\n  ')}`);
    process.exitCode = 1;
  }
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}
