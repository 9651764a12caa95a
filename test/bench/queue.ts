import { mkdir, readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { success } from '#shared/problem.ts';
import { systemClock } from '#electron/base/clock.ts';
import { planExecution } from '#electron/demo/schedule.ts';
import { createImages } from '#electron/adapters/images/images.ts';
import { startNode } from '#electron/adapters/images/start-node.ts';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import { findPresets } from '#electron/adapters/settings/finish-presets.ts';
import { createService } from '#electron/adapters/service/client.ts';
import { runPhotos } from '#electron/app/run-photos.ts';
import { openStudio } from '#electron/studio.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { uncheckedOutput } from '../fixtures/permitted.ts';
import { runHotFolder, SETTLE } from './hot-folder.ts';
import { newFolder, openDemoBeside, type DemoBeside } from './opening.ts';
import { makePhotos } from './photos.ts';
import { rowOf, type Row } from './row.ts';
import { accessIn } from '../fixtures/permitted.ts';

const IN_FLIGHT = 8;
const SPEED = { executionMs: 2000, jitterMs: 1000 };
const SEED = 20;

/**
 * Measures how long the queue takes for `count` photos with the demo service: executions take 2 s ± 1 s, eight
 * at a time. The floor is the largest of three sums that are measured separately beforehand: all executions divided
 * by 8, all uploads, and all preparations divided by the number of cores.
 */
export async function benchQueue(count: number): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const { folder, demo, photos } = await openBench(end, count);
  const { execution, upload, prepare } = await measureFloors(folder, photos, demo);
  const taken = await runAll(folder, photos, demo);
  await checkBooked(demo, count);
  const floors = {
    'Σ execution / in flight': execution / IN_FLIGHT,
    'Σ upload': upload,
    'Σ prepare / cores': prepare / availableParallelism(),
  };
  return rowsOf(`queue: ${count} photos, ${IN_FLIGHT} in flight`, taken, floors);
}

/** The presets of `benchShopFiles`, which make files in three formats. */
const presets = ['ebay-main', 'web-transparent'];

/**
 * Like `benchQueue`, but the photos are copied into a hot folder, and the shop files of two presets, in three formats,
 * are made from every result. No program can be faster than the service, nor than the processor cores, and no photo may
 * be admitted before it has been unchanged for a while: the floor is this time, plus the larger of the service's time
 * and the time that the cores of this computer need to prepare all photos and to make all shop files. Also compares the
 * memory that is kept in the second half of the run with the first half.
 */
export async function benchShopFiles(count: number): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const { folder, demo, photos } = await openBench(end, count);
  const { execution, upload, prepare } = await measureFloors(folder, photos, demo);
  const run = { folder, photos, service: demo, finish: presets, inFlight: IN_FLIGHT };
  const { taken, memory } = await runHotFolder(run);
  await checkBooked(demo, count);
  const finish = await measureFinish(folder, count);
  const floors = {
    'Σ execution / in flight': execution / IN_FLIGHT,
    'Σ upload': upload,
    'Σ prepare and finish / cores': (prepare + finish) / availableParallelism(),
  };
  const half = Math.floor(memory.length / 2);
  const [first, second] = [memory.slice(0, half), memory.slice(half)];
  return [
    ...rowsOf(`hot folder: ${count} photos, 3 shop files each`, taken, floors, SETTLE),
    rowOf(
      '  the memory it keeps in the second half, against the first',
      Math.max(...second),
      Math.max(...first),
      '≤ 1.05',
      'MB',
    ),
  ];
}

async function openBench(end: AsyncDisposableStack, count: number) {
  const folder = await newFolder(end, 'bench');
  const options = { folder: join(folder, 'demo'), speed: SPEED, seed: SEED };
  const demo = await openDemoBeside(end, options);
  return { folder, demo, photos: await makePhotos(join(folder, 'photos'), count) };
}

async function checkBooked(demo: DemoBeside, count: number): Promise<void> {
  const booked = await demo.booked();
  if (booked !== count) throw new Error(`${booked} executions were booked for ${count} photos.`);
}

/**
 * Returns the row of a run, and a row for each of its floors. `settle`: milliseconds for which no photo may be admitted,
 * which come before the largest floor.
 */
function rowsOf(
  what: string,
  taken: number,
  floors: Readonly<Record<string, number>>,
  settle = 0,
): Row[] {
  const floor = settle + Math.max(...Object.values(floors));
  return [
    rowOf(what, taken, floor, '≤ 1.10'),
    ...Object.entries(floors).map(([name, ms]) => rowOf(`  its floors: ${name}`, ms, floor)),
  ];
}

async function measureFloors(
  folder: string,
  photos: readonly string[],
  demo: Address,
): Promise<{ execution: number; upload: number; prepare: number }> {
  const images = createImages({ start: startNode, clock: systemClock, processes: 1 });
  const service = serviceOf(demo);
  let prepare = 0;
  let upload = 0;
  let execution = 0;
  await mkdir(join(folder, 'copies'));
  for (const [at, source] of photos.entries()) {
    const target = join(folder, 'copies', String(at));
    const begun = performance.now();
    const request = { source, target, purpose: 'upload', pad: null, gps: 'remove' } as const;
    const { file: path, type } = valueOf(await images.prepare(request));
    prepare += performance.now() - begun;
    const sent = performance.now();
    const uploaded = await service.uploadImage({ path, name: 'photo.jpg', type });
    if (!uploaded.ok) throw new Error(uploaded.failure.message);
    upload += performance.now() - sent;
    execution += durationOf(at + 1);
  }
  await Promise.all([images.close(), service.close()]);
  return { execution, upload, prepare };
}

/**
 * Returns the milliseconds that it takes to make the files of the presets from all results, one result after
 * the other.
 */
async function measureFinish(folder: string, count: number): Promise<number> {
  const found = valueOf(await findPresets(folder, presets));
  const made = join(folder, 'made');
  await mkdir(made);
  const out = join(folder, 'out');
  const results = (await readdir(out)).filter((name) => name.endsWith('_1.png'));
  if (results.length !== count) throw new Error(`${results.length} results of ${count} photos.`);
  const images = createImages({ start: startNode, clock: systemClock, processes: 1 });
  let taken = 0;
  for (const [at, name] of results.entries()) {
    const files = found.flatMap((preset) =>
      preset.outputs.map((output, n) => ({
        preset,
        output,
        target: join(made, `${at}-${preset.name}-${n}`),
      })),
    );
    const begun = performance.now();
    const finished = valueOf(await images.finish({ source: join(out, name), files }));
    taken += performance.now() - begun;
    finished.files.forEach(valueOf);
  }
  await images.close();
  return taken;
}

/** Returns how long an execution takes at the demo service. The time depends on the seed and the order of arrival. */
function durationOf(ordinal: number): number {
  const plan = planExecution(
    { ordinal, acceptedAt: 0, images: 1, segments: true },
    { seed: SEED, speed: SPEED, failures: {} },
  );
  return Math.max(...plan.due);
}

async function runAll(folder: string, photos: readonly string[], demo: Address): Promise<number> {
  const params = { maskType: 'autoSubjectSegment', batchCount: 1 };
  const recipe = valueOf(await resolveRecipe(recipeOf({ agent: 'removeBG', params }), folder));
  const outFolder = join(folder, 'out');
  const results = () => Promise.resolve(success(uncheckedOutput(outFolder)));
  await mkdir(outFolder);

  const opened = await openStudio(
    {
      dataFolder: join(folder, 'data'),
      service: { url: demo.url, key: demo.key },
      access: accessIn(folder),
      limits: { inFlight: IN_FLIGHT },
    },
    () => {},
  );
  const studio = valueOf(opened);
  const never = new AbortController().signal;
  const run = runPhotos(studio, { again: false });
  const begun = performance.now();
  studio.start();
  for (const source of photos) {
    const photo = { source, seen: null, recipe, outFolder: results, subFolder: '' };
    valueOf(await run(photo, never));
  }
  while (!studio.isIdle()) await systemClock.sleep(20);
  const taken = performance.now() - begun;
  const { done } = studio.ledger.jobs.count();
  await studio.stop();
  if (done !== photos.length) throw new Error(`${done} of ${photos.length} photos were done.`);
  return taken;
}

interface Address {
  readonly url: string;
  readonly key: string;
}

function serviceOf({ url, key }: Address) {
  return createService({
    baseUrl: url,
    key,
    requestsPerSecond: 1000,
    clock: systemClock,
    random: Math.random,
  });
}
