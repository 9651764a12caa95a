import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { success } from '#shared/problem.ts';
import { systemClock } from '#electron/base/clock.ts';
import { openSharedStudio } from '#electron/adapters/shared-studio/shared-studio.ts';
import { writeStationFile } from '#electron/adapters/shared-studio/station-file.ts';
import type { Lease, SharedStudio } from '#electron/adapters/shared-studio/types.ts';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import { runPhotos } from '#electron/app/run-photos.ts';
import { openStudio } from '#electron/studio.ts';
import { accessIn, uncheckedOutput } from '../fixtures/permitted.ts';
import { startPostgres, type PostgresServer, type TestStudio } from '../fixtures/postgres.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { newFolder, openDemo } from './opening.ts';
import { makePhotos } from './photos.ts';
import { rowOf, type Row } from './row.ts';

/** Number of photos that one station processes, and how many of them it processes at a time. */
const PHOTOS = 12;
const IN_FLIGHT = 2;
const SPEED = { executionMs: 4000, jitterMs: 0 };
const CLAIMS = 2000;
const STORED = 1_000_000;
const IDLE = 200;
/** Milliseconds for which idle stations are measured. */
const IDLE_FOR = 60_000;
/** How often an idle station renews its lease, and looks for documents beside notifications, in ms. */
const RENEW = 5000;
const LOOK = 60_000;

/**
 * Measures a shared studio: the time in which four stations process four times as many photos as one station, with
 * the same capacity for each station; the time for a claim, compared with a bare transaction (99th percentiles), with
 * few and with a million claims in the table; and how much of a processor core the database uses for 200 stations
 * without work and without shared hot folders.
 */
export async function benchStations(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const server = await startPostgres();
  end.defer(() => server.close());
  const flushed = await server.newStudio({ inFlight: 1_000_000 });
  // a transaction is confirmed only after it has reached the disk, as in a real studio
  await flushed.sql('ALTER SYSTEM SET fsync = on');
  await flushed.sql('SELECT pg_reload_conf()');
  const few = await claimTimes(end, flushed);
  // the triggers would count the claims one by one, which takes minutes
  await flushed.sql('ALTER TABLE claims DISABLE TRIGGER USER');
  await flushed.sql(FILL, [STORED]);
  await flushed.sql('ALTER TABLE claims ENABLE TRIGGER USER');
  await flushed.sql('ANALYZE claims');
  const many = await claimTimes(end, flushed);
  const idle = await idleCost(end, flushed);
  const one = await timeOf(end, server, 1);
  const four = await timeOf(end, server, 4);
  return [
    rowOf('stations: claim, p99, beside a bare transaction', few.claim, few.bare, '≤ 15 ms'),
    rowOf(`stations: the same with ${STORED} claims`, many.claim, many.bare, '≤ 15 ms'),
    ...(idle === null
      ? []
      : [rowOf(`stations: ${IDLE} idle, of one core of the database`, idle, 5, '≤ 5 %', '%')]),
    rowOf(`stations: ${4 * PHOTOS} photos on 4, beside ${PHOTOS} on 1`, four, one, '≤ 1.11'),
  ];
}

const FILL = `WITH one AS (SELECT id FROM stations LIMIT 1)
  INSERT INTO claims (photo, purchase, run, station, fence, job, job_run, state, task, images, day)
  SELECT md5(n::text), 'recipe', 1, one.id, 1, n, 1, 'bought', 't' || n, 1, date '2025-01-01' + (n / 3000)::integer
  FROM one, generate_series(1, $1::integer) AS n`;

async function open(
  end: AsyncDisposableStack,
  studio: TestStudio,
): Promise<{ shared: SharedStudio; lease: Lease }> {
  const shared = await openSharedStudio(await studio.newStation(), randomUUID());
  end.defer(() => shared.close());
  const lease = valueOf(await shared.enter(randomUUID()));
  if ('refused' in lease) throw new Error(lease.refused);
  return { shared, lease };
}

/**
 * Returns the 99th percentiles, in ms, of the time for a claim and of the time for a transaction that only inserts
 * one row. Both are measured alternately.
 */
async function claimTimes(
  end: AsyncDisposableStack,
  studio: TestStudio,
): Promise<{ claim: number; bare: number }> {
  const { shared, lease } = await open(end, studio);
  await studio.sql('CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY)');
  const { host, port, database, user, password } = studio.admin;
  const pool = new Pool({ host, port, database, user, password: password ?? '', max: 1 });
  end.defer(() => pool.end());
  const claims: number[] = [];
  const bare: number[] = [];
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  };
  for (let job = 1; job <= CLAIMS; job += 1) {
    await timed(bare, () => pool.query('INSERT INTO darkslide.bare VALUES (gen_random_uuid())'));
    const request = {
      job,
      jobRun: 1,
      photo: randomUUID(),
      purchase: 'recipe',
      task: 't',
      images: 1,
      cost: { currency: 'EUR', minor: 20 },
      folder: null,
      settled: [],
    };
    let claim = 0;
    await timed(claims, async () => {
      const answer = valueOf(await shared.claim(request, lease));
      if (answer.kind !== 'granted') throw new Error(answer.kind);
      claim = answer.claim;
    });
    valueOf(await shared.report({ claim, state: 'bought', executions: ['e'] }));
    if (job % 200 === 0) valueOf(await shared.renew(lease));
  }
  return { claim: percentile99(claims), bare: percentile99(bare) };
}

function percentile99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

/**
 * Returns the share of one core, in percent, that the database uses for stations without work; null if unknown. The
 * first statements of each connection, which read the catalogs, are not counted.
 */
async function idleCost(end: AsyncDisposableStack, studio: TestStudio): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const stations: { shared: SharedStudio; lease: Lease }[] = [];
  for (let at = 0; at < IDLE; at += 1) stations.push(await open(end, studio));
  const lookForDocuments = async ({ shared }: { shared: SharedStudio }) =>
    void valueOf(await shared.documents.since({ version: 0, mark: null }));
  for (const { shared, lease } of stations) {
    valueOf(await shared.renew(lease));
    await lookForDocuments({ shared });
  }
  const server = await parentOf(end, studio);
  const before = cpuSeconds(server);
  const begun = performance.now();
  await Promise.all(
    stations.map(async ({ shared, lease }, at) => {
      await systemClock.sleep((RENEW / IDLE) * at);
      let looked = begun - (LOOK / IDLE) * at;
      while (performance.now() - begun < IDLE_FOR) {
        valueOf(await shared.renew(lease));
        if (performance.now() - looked >= LOOK) {
          looked += LOOK;
          await lookForDocuments({ shared });
        }
        await systemClock.sleep(RENEW);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  // processes of connections that have ended meanwhile are not counted
  const used = [...cpuSeconds(server)].map(([pid, total]) => total - (before.get(pid) ?? 0));
  return (100 * used.reduce((sum, one) => sum + one, 0)) / seconds;
}

/** Returns the id of the server's main process, which has started all its other processes. */
async function parentOf(end: AsyncDisposableStack, { admin }: TestStudio): Promise<number> {
  const { host, port, database, user, password } = admin;
  const client = new Client({ host, port, database, user, password: password ?? '' });
  await client.connect();
  end.defer(() => client.end());
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return Number(fieldsOf(rows[0]?.pid ?? 0)[PARENT]);
}

/** Positions of fields in /proc/PID/stat, counted after the name of the program. */
const PARENT = 1;
const TIMES = [11, 12];

function fieldsOf(pid: number | string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ');
  } catch {
    // the process has ended
    return [];
  }
}

/** Returns the processor time in s that each process of a server has used so far, by the id of the process. */
function cpuSeconds(server: number): ReadonlyMap<string, number> {
  const TICKS_PER_SECOND = 100;
  const processes = readdirSync('/proc').filter(
    (name) => /^\d+$/u.test(name) && Number(fieldsOf(name)[PARENT]) === server,
  );
  return new Map(
    processes.map((pid) => {
      const fields = fieldsOf(pid);
      const ticks = TIMES.reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
      return [pid, ticks / TICKS_PER_SECOND];
    }),
  );
}

/** Returns the milliseconds in which `count` stations process `PHOTOS` photos each. */
async function timeOf(
  end: AsyncDisposableStack,
  server: PostgresServer,
  count: number,
): Promise<number> {
  const folder = await newFolder(end, `stations-${count}`);
  const demo = await openDemo(end, { folder: join(folder, 'demo'), speed: SPEED, seed: 1 });
  const service = new URL(demo.url).origin;
  const studio = await server.newStudio({ service, inFlight: 1000 });
  const photos = await makePhotos(join(folder, 'photos'), PHOTOS * count, 600);
  const params = { maskType: 'autoSubjectSegment', batchCount: 1 };
  const recipe = valueOf(await resolveRecipe(recipeOf({ agent: 'removeBG', params }), folder));
  const stations = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const data = join(folder, `S${at}`);
      await mkdir(join(data, 'out'), { recursive: true });
      const login = await studio.newStation();
      const file = {
        format: 1,
        station: randomUUID(),
        name: `S${at}`,
        studio: 'Test',
        ...login,
      } as const;
      valueOf(await writeStationFile(data, file));
      const options = {
        dataFolder: data,
        service: { url: demo.url, key: demo.key },
        access: accessIn(data),
        limits: { inFlight: IN_FLIGHT },
      };
      const opened = valueOf(await openStudio(options, () => {}));
      end.defer(() => opened.stop());
      return { opened, out: join(data, 'out') };
    }),
  );
  const begun = performance.now();
  await Promise.all(
    stations.map(async ({ opened, out }, at) => {
      opened.start();
      const run = runPhotos(opened, { again: false });
      const outFolder = () => Promise.resolve(success(uncheckedOutput(out)));
      for (const source of photos.slice(at * PHOTOS, (at + 1) * PHOTOS)) {
        const photo = { source, seen: null, recipe, outFolder, subFolder: '' };
        valueOf(await run(photo, new AbortController().signal));
      }
      while (!opened.isIdle()) await systemClock.sleep(20);
    }),
  );
  const taken = performance.now() - begun;
  const bought = demo.records().executions.length;
  if (bought !== PHOTOS * count) throw new Error(`${bought} of ${PHOTOS * count} were bought.`);
  return taken;
}
