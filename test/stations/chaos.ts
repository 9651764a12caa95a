import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo } from '#electron/demo/types.ts';
import { writeStationFile } from '#electron/adapters/shared-studio/station-file.ts';
import { live, type Running } from '../crash/life.ts';
import { envOf, outTo } from '../crash/round.ts';
import type { PostgresServer, TestStudio } from '../fixtures/postgres.ts';
import { seeded } from '../fixtures/seeded.ts';
import { valueOf } from '../fixtures/values.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly stations: number;
  readonly photos: readonly string[];
  /** Number of kills, stops and restarts of the database. */
  readonly blows: number;
}

export interface ChaosFigures {
  readonly seed: number;
  readonly kills: number;
  readonly stops: number;
  readonly restarts: number;
  readonly executions: number;
  /** What is wrong at the end; empty if nothing is. */
  readonly wrong: readonly string[];
}

/** Seconds: a stop lasts longer than a lease, and a request is processed earlier than a doubt window ends. */
const LEASE = 3;
const STOP = 5;
const DOUBT_WINDOW = 4;
/** ms between two blows, at most. */
const PAUSE = 1500;

interface Station {
  readonly data: string;
  readonly out: string;
  running: Running;
}

/**
 * Runs the same photos on several stations, each a process with a data folder of its own, while stations are killed and
 * stopped and the database is restarted. Then each station runs until it ends, and everything is counted.
 */
export async function chaosRound(
  server: PostgresServer,
  { seed, stations: count, photos, blows }: ChaosOptions,
): Promise<ChaosFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-chaos-'));
  const demo = await startDemo({
    folder: join(folder, 'demo'),
    seed,
    render: 'quick',
    speed: { executionMs: 800, jitterMs: 600, psdMs: 100 },
    faults: [
      { on: 'execute', kind: 'slow', when: 'before-answer', ms: 300, rate: 0.4 },
      { on: 'execute', kind: 'slow', when: 'before-processing', ms: 900, rate: 0.3 },
    ],
  });
  const service = new URL(demo.url).origin;
  const studio = await server.newStudio({ service, leaseSeconds: LEASE, inFlight: 4 });
  const random = seeded(seed);
  const start = ({ data, out }: Pick<Station, 'data' | 'out'>) =>
    live(commandOf(out, photos), envOf({ data }, demo));
  try {
    const stations = await Promise.all(
      Array.from({ length: count }, async (_, at): Promise<Station> => {
        const place = await layOut(folder, `S${at}`, studio);
        return { ...place, running: start(place) };
      }),
    );
    const struck = { kills: 0, stops: 0, restarts: 0 };
    for (let blow = 0; blow < blows; blow += 1) {
      await systemClock.sleep(random() * PAUSE);
      const station = stations[Math.floor(random() * count)];
      const kind = random();
      if (station === undefined || kind < 0.15) {
        await server.stop();
        await systemClock.sleep(random() * PAUSE);
        await server.start();
        struck.restarts += 1;
      } else if (kind < 0.35) {
        station.running.signal('SIGSTOP');
        await systemClock.sleep(STOP * 1000);
        station.running.signal('SIGCONT');
        struck.stops += 1;
      } else {
        station.running.kill();
        await station.running.ended;
        station.running = start(station);
        struck.kills += 1;
      }
    }
    const ends = await Promise.all(
      stations.map(async (station) => {
        const first = await station.running.ended;
        return first.status === null ? start(station).ended : first;
      }),
    );
    const mistakes = ends.flatMap(({ status, stderr }) =>
      status === 0 || status === 1 ? [] : [`a station ended with ${status}: ${stderr.slice(-500)}`],
    );
    const { executions } = demo.records();
    const wrong = [...mistakes, ...countPurchases(demo, photos.length)];
    return { seed, ...struck, executions: executions.length, wrong };
  } finally {
    await demo.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns photos that were bought twice or not at all. */
function countPurchases(demo: Demo, photos: number): string[] {
  const times = new Map<string, number>();
  for (const { photoSha256 } of demo.records().executions) {
    const photo = photoSha256 ?? 'unknown';
    times.set(photo, (times.get(photo) ?? 0) + 1);
  }
  return [
    ...[...times].filter(([, n]) => n > 1).map(([photo, n]) => `${photo} was bought ${n} times`),
    ...(times.size === photos ? [] : [`${times.size} of ${photos} photos were bought`]),
  ];
}

async function layOut(
  folder: string,
  name: string,
  studio: TestStudio,
): Promise<Pick<Station, 'data' | 'out'>> {
  const data = join(folder, name, 'data');
  const out = join(folder, name, 'out');
  await mkdir(data, { recursive: true });
  await mkdir(out);
  const login = await studio.newStation();
  const file = { format: 1, station: crypto.randomUUID(), name, studio: 'Test', ...login } as const;
  valueOf(await writeStationFile(data, file));
  return { data, out };
}

function commandOf(out: string, photos: readonly string[]): string[] {
  const how = ['--json', '--on-doubt=resend', `--doubt-window=${DOUBT_WINDOW}`];
  return ['run', ...photos, ...outTo(out, 'none'), ...how];
}
