import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Fault } from '#electron/demo/faults.ts';
import type { Demo } from '#electron/demo/types.ts';
import { writeStationFile } from '#electron/adapters/shared-studio/station-file.ts';
import { live, type Running } from '../crash/life.ts';
import { envOf, outTo } from '../crash/round.ts';
import type { PostgresServer, TestStudio } from '../fixtures/postgres.ts';
import { startRelay, type Relay } from '../fixtures/relay.ts';
import { seeded } from '../fixtures/seeded.ts';
import { valueOf } from '../fixtures/values.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly stations: number;
  readonly photos: readonly string[];
  /** Number of blows: of faults that `strike` causes. */
  readonly blows: number;
  /** Faults of the service in addition to slow answers. */
  readonly faults: readonly Fault[];
  /** How long a lease lasts, and how long the service may take to process a request, in seconds. */
  readonly lease: number;
  readonly doubtWindow: number;
}

export type Blow = 'kill' | 'stop' | 'restart' | 'crash' | 'cut';

export interface ChaosFigures {
  readonly seed: number;
  readonly blows: Readonly<Record<Blow, number>>;
  readonly executions: number;
  /** Seconds from the start of the stations to the end of the last one. */
  readonly lasted: number;
  /** Descriptions of the mistakes that are found at the end; empty if there are none. */
  readonly wrong: readonly string[];
}

/**
 * The share of each kind of blow: a station is killed, or stopped for longer than a lease; the database is restarted,
 * or crashes; or all connections to the database are cut.
 */
const BLOWS: readonly (readonly [Blow, number])[] = [
  ['kill', 0.5],
  ['stop', 0.15],
  ['restart', 0.1],
  ['crash', 0.1],
  ['cut', 0.15],
];
/** Maximum time in ms between two blows, and for which the database cannot be reached after a blow. */
const PAUSE = 1500;
/**
 * Milliseconds after which a station that still runs counts as hanging. With 1,000 photos, a station may run for more
 * than 15 minutes on a busy computer.
 */
const PATIENCE = 2 * 60 * 60_000;
/** Number of images that the recipe generates for each photo. */
const IMAGES = 1;

interface Station {
  readonly data: string;
  readonly out: string;
  running: Running;
}

/** Everything that a blow can strike. */
interface Targets {
  readonly server: PostgresServer;
  readonly relay: Relay;
  readonly stations: readonly Station[];
  readonly start: (place: Pick<Station, 'data' | 'out'>) => Running;
  readonly random: () => number;
  readonly stopMs: number;
}

/**
 * Runs the same photos on several stations, each a process with a data folder of its own, while blows strike the
 * stations, the database and the connections between them. Then each station runs until it ends, and the purchases
 * are counted. The daily limit is exactly the number of images that the photos need.
 */
export async function chaosRound(
  server: PostgresServer,
  { seed, stations: count, photos, blows, faults, lease, doubtWindow }: ChaosOptions,
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
      ...faults,
    ],
  });
  const relay = await startRelay(server.admin.port);
  try {
    const limit = photos.length * IMAGES;
    const studio = await server.newStudio({
      service: new URL(demo.url).origin,
      leaseSeconds: lease,
      inFlight: 4 * count,
      imagesPerDay: limit,
    });
    const random = seeded(seed);
    const begun = performance.now();
    const start: Targets['start'] = ({ data, out }) => {
      const order = photos.toSorted(() => random() - 0.5);
      return live(commandOf(out, order, doubtWindow), envOf({ data }, demo), PATIENCE);
    };
    const stations = await Promise.all(
      Array.from({ length: count }, async (_, at): Promise<Station> => {
        const place = await layOut(folder, `S${at}`, studio, relay.port);
        return { ...place, running: start(place) };
      }),
    );
    const struck = { kill: 0, stop: 0, restart: 0, crash: 0, cut: 0 };
    const targets = { server, relay, stations, start, random, stopMs: lease * 1700 };
    for (let blow = 0; blow < blows; blow += 1) {
      await systemClock.sleep(random() * PAUSE);
      struck[await strike(targets)] += 1;
    }
    const wrong = [...(await endsOf(targets)), ...countPurchases(demo, photos.length)];
    const lasted = Math.round((performance.now() - begun) / 1000);
    return { seed, blows: struck, executions: demo.records().executions.length, lasted, wrong };
  } finally {
    await relay.close();
    await demo.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Strikes one target at random; returns the kind of the blow. */
async function strike({ server, relay, stations, start, random, stopMs }: Targets): Promise<Blow> {
  let share = random();
  const [blow] = BLOWS.find(([, part]) => (share -= part) < 0) ?? ['kill'];
  const station = stations[Math.floor(random() * stations.length)];
  const away = random() * PAUSE;
  switch (blow) {
    case 'kill':
      station?.running.kill();
      await station?.running.ended;
      if (station !== undefined) station.running = start(station);
      return blow;
    case 'stop':
      station?.running.signal('SIGSTOP');
      await systemClock.sleep(stopMs);
      station?.running.signal('SIGCONT');
      return blow;
    case 'restart':
      await server.stop();
      await systemClock.sleep(away);
      await server.start();
      return blow;
    case 'crash':
      await server.crash();
      return blow;
    case 'cut':
      relay.cut();
      await systemClock.sleep(away);
      relay.restore();
      return blow;
  }
}

/** Waits until each station has ended by itself; returns a description of each unexpected end. */
async function endsOf({ stations, start }: Targets): Promise<string[]> {
  const ends = await Promise.all(
    stations.map(async (station) => {
      const first = await station.running.ended;
      return first.status === null ? start(station).ended : first;
    }),
  );
  return ends.flatMap(({ status, stderr }) =>
    status === 0 || status === 1 ? [] : [`a station ended with ${status}: ${stderr.slice(-500)}`],
  );
}

/** Returns a description of each photo that was bought more than once, and of photos that were not bought. */
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
  port: number,
): Promise<Pick<Station, 'data' | 'out'>> {
  const data = join(folder, name, 'data');
  const out = join(folder, name, 'out');
  await mkdir(data, { recursive: true });
  await mkdir(out);
  const login = { ...(await studio.newStation()), port };
  const file = { format: 1, station: crypto.randomUUID(), name, studio: 'Test', ...login } as const;
  valueOf(await writeStationFile(data, file));
  return { data, out };
}

function commandOf(out: string, photos: readonly string[], doubtWindow: number): string[] {
  const how = ['--json', '--on-doubt=resend', `--doubt-window=${doubtWindow}`];
  return ['run', ...photos, ...outTo(out, 'none'), ...how];
}

/** Creates small photos with different content in `folders` folders inside `folder`. */
export async function makeChaosPhotos(
  folder: string,
  count: number,
  folders: number,
): Promise<string[]> {
  const places = Array.from({ length: folders }, (_, at) => join(folder, `shoot-${at}`));
  for (const place of places) await mkdir(place, { recursive: true });
  const files: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const file = join(places[at % folders] ?? folder, `photo-${at}.png`);
    const background = { r: at % 256, g: 90 + Math.floor(at / 256), b: 160 };
    await sharp({ create: { width: 600, height: 600, channels: 3, background } }).toFile(file);
    files.push(file);
  }
  return files;
}
