import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { sha256File } from '#electron/base/files.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Fault } from '#electron/demo/faults.ts';
import type { Demo } from '#electron/demo/types.ts';
import { seeded } from '../fixtures/seeded.ts';
import { wrongs, type Place } from './count.ts';
import { live } from './life.ts';

export interface RoundFigures {
  readonly seed: number;
  readonly kills: number;
  /** Number of kills while the command was still starting. */
  readonly early: number;
  /**
   * Number of kills immediately after the first request, while the command recovers the work of the previously
   * killed command.
   */
  readonly recovering: number;
  readonly photos: number;
  /** Number of kills with unfinished executions at the service. */
  readonly withInFlight: number;
  /** Descriptions of the mistakes that were found after the round; empty if there are none. */
  readonly wrong: readonly string[];
}

/**
 * Doubt window in seconds. It can be this short, because a request over loopback is processed within 3 s even
 * if the sender was killed.
 */
const DOUBT_WINDOW = 3;
/**
 * Slow answers of the service, so that kills often hit the most important moments: immediately before and after
 * the service accepts a request.
 */
const FAULTS: readonly Fault[] = [
  { on: 'execute', kind: 'slow', when: 'before-answer', ms: 400, rate: 0.5 },
  { on: 'execute', kind: 'slow', when: 'before-processing', ms: 1800, rate: 0.3 },
];
const SPEED = { executionMs: 3000, jitterMs: 2000, psdMs: 150 };
/** Milliseconds after the start of the process in which the command is still starting. */
const STARTING = 600;
/**
 * Milliseconds after the first request in which the queue recovers. The first request only tests the connection
 * to the service.
 */
const RECOVERING = 300;
/** Milliseconds after the first request within which the command is killed. */
const LONGEST = 4000;
/** Shares of the kills that happen while the command starts and while it recovers. */
const EARLY = 0.15;
const RECOVERY = 0.2;
const PHOTOS_A_LIFE = 3;

/**
 * Runs one round with its own data folder, hot folder and service. Photos arrive, the command processes them
 * and is killed at a random moment, `kills` times. Then the command runs until it ends, and everything is
 * counted. `photos` are `kills` × 3 files with different content.
 */
export async function crashRound(
  seed: number,
  kills: number,
  photos: readonly string[],
): Promise<RoundFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-crash-'));
  const place = await layOut(folder);
  const demo = await startDemo({
    folder: join(folder, 'demo'),
    seed,
    render: 'quick',
    speed: SPEED,
    faults: FAULTS,
  });
  try {
    const figures = await killAgainAndAgain(seed, kills, photos, place, demo);
    const last = await live(commandOf(place, demo, seed, 'watch'), envOf(place, demo)).ended;
    const wrong = await wrongs(place, demo.records());
    if (last.status !== 0) wrong.unshift(`the last run ended with ${last.status}: ${last.stderr}`);
    const died = /internal|Error/.exec(last.stderr);
    if (died !== null && last.status === 0) wrong.push(last.stderr);
    return { seed, kills, photos: place.photos.size, ...figures, wrong };
  } finally {
    await demo.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function killAgainAndAgain(
  seed: number,
  kills: number,
  photos: readonly string[],
  place: Place,
  demo: Demo,
): Promise<Pick<RoundFigures, 'early' | 'recovering' | 'withInFlight'>> {
  const random = seeded(seed);
  const waiting = [...photos];
  let early = 0;
  let recovering = 0;
  let withInFlight = 0;
  for (let killed = 0; killed < kills;) {
    await drop(place, waiting.splice(0, PHOTOS_A_LIFE));
    const what = random() < 0.75 ? 'watch' : 'resume';
    const life = live(commandOf(place, demo, seed, what), envOf(place, demo));
    const when = random();
    const share = random();
    const ended = new AbortController();
    void (async () => {
      if (when < EARLY) await systemClock.sleep(share * STARTING, ended.signal);
      else {
        // waits for the first request, because on a busy machine the command would otherwise often be killed
        // during its start
        await firstRequest(demo, ended.signal);
        const longest = when < EARLY + RECOVERY ? RECOVERING : LONGEST;
        await systemClock.sleep(share * longest, ended.signal);
      }
      life.kill();
    })();
    const { status } = await life.ended;
    ended.abort();
    // the command finished its work before it was killed, so this start does not count
    if (status !== null) continue;
    killed += 1;
    if (when < EARLY) early += 1;
    else if (when < EARLY + RECOVERY) recovering += 1;
    const { executions } = demo.records();
    if (executions.some(({ status }) => !['Success', 'Failed'].includes(status))) withInFlight += 1;
  }
  await drop(place, waiting);
  return { early, recovering, withInFlight };
}

async function firstRequest(demo: Demo, signal: AbortSignal): Promise<void> {
  const arrived = () =>
    Object.values(demo.records().requests).reduce<number>((a, n) => a + (n ?? 0), 0);
  const before = arrived();
  while (arrived() === before && !signal.aborted) await systemClock.sleep(10, signal);
}

async function layOut(folder: string): Promise<Place> {
  const place = {
    data: join(folder, 'data'),
    drop: join(folder, 'drop'),
    out: join(folder, 'out'),
    photos: new Map<string, string>(),
  };
  await mkdir(place.drop);
  await mkdir(place.out);
  return place;
}

async function drop({ drop: folder, photos }: Place, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const name = basename(file);
    await copyFile(file, join(folder, name));
    photos.set(name, await sha256File(file));
  }
}

function commandOf(place: Place, demo: Demo, seed: number, what: 'watch' | 'resume'): string[] {
  const idle = ['--until-idle=1', '--json', `--doubt-window=${DOUBT_WINDOW}`];
  if (what === 'resume') return ['resume', ...idle];
  const metadata = seed % 4 === 0 ? 'keep' : 'none';
  const how = ['--psd', '--settle=0.1', '--large-drops=run', '--on-doubt=resend'];
  return ['watch', place.drop, ...outTo(place.out, metadata), ...how, ...idle];
}

/** Returns the arguments that generate one image without background for each photo, in a folder. */
export function outTo(folder: string, metadata: 'keep' | 'none'): string[] {
  const cutOut = ['--agent=removeBG', '--set=maskType=autoSubjectSegment', '--set=batchCount=1'];
  return ['--out', folder, `--metadata=${metadata}`, ...cutOut];
}

/** Returns the environment of the command. */
export const envOf = ({ data }: Pick<Place, 'data'>, { url, key }: Demo) => ({
  DARKSLIDE_DATA: data,
  DARKSLIDE_SERVICE_URL: url,
  DARKSLIDE_API_KEY: key,
});
