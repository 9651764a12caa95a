import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { planExecution } from '#electron/demo/schedule.ts';
import { createImages } from '#electron/images/images.ts';
import { startNode } from '#electron/images/start-node.ts';
import { resolveRecipe } from '#electron/intake/admit.ts';
import { createService } from '#electron/service/client.ts';
import { openStudio } from '#electron/studio.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { makePhotos } from './photos.ts';
import type { Row } from './row.ts';

const IN_FLIGHT = 8;
const SPEED = { executionMs: 2000, jitterMs: 1000 };
const SEED = 20;

/**
 * `count` photos against the demo service, executions of 2 s ± 1 s, eight in flight. The floor is the
 * larger of Σ execution / 8, Σ upload and Σ prepare / cores, each measured alone before.
 */
export async function benchQueue(count: number): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-bench-'));
  const demo = await startDemo({
    folder: join(folder, 'demo'),
    render: 'quick',
    speed: SPEED,
    seed: SEED,
  });
  try {
    const photos = await makePhotos(join(folder, 'photos'), count);
    const floors = await measureFloors(folder, photos, demo);
    const taken = await runAll(folder, photos, demo);
    const booked = demo.books().executions.length;
    if (booked !== count) throw new Error(`${booked} executions were booked for ${count} photos.`);
    const floor = Math.max(...Object.values(floors));
    return [
      {
        what: `queue: ${count} photos, ${IN_FLIGHT} in flight`,
        product: taken,
        floor,
        ratio: taken / floor,
        goal: '≤ 1.10',
        unit: 'ms',
      },
      ...Object.entries(floors).map(([what, ms]) => ({
        what: `  its floors: ${what}`,
        product: ms,
        floor,
        ratio: ms / floor,
        goal: '',
        unit: 'ms' as const,
      })),
    ];
  } finally {
    await demo.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureFloors(
  folder: string,
  photos: readonly string[],
  demo: Address,
): Promise<Record<string, number>> {
  const images = createImages({ start: startNode, clock: systemClock, processes: 1 });
  const service = serviceOf(demo);
  let prepare = 0;
  let upload = 0;
  let execution = 0;
  await mkdir(join(folder, 'copies'));
  for (const [at, source] of photos.entries()) {
    const target = join(folder, 'copies', String(at));
    const begun = performance.now();
    const copy = await images.prepare({
      source,
      target,
      purpose: 'upload',
      pad: null,
      gps: 'remove',
    });
    if (!copy.ok) throw new Error(copy.problem.message);
    prepare += performance.now() - begun;
    const sent = performance.now();
    const { file: path, type } = copy.value;
    const uploaded = await service.uploadImage({ path, name: 'photo.jpg', type });
    if (!uploaded.ok) throw new Error(uploaded.failure.message);
    upload += performance.now() - sent;
    execution += durationOf(at + 1);
  }
  await Promise.all([images.close(), service.close()]);
  return {
    'Σ execution / in flight': execution / IN_FLIGHT,
    'Σ upload': upload,
    'Σ prepare / cores': prepare / availableParallelism(),
  };
}

/** What the demo service makes each execution last, by its seed and the order of arrival. */
function durationOf(ordinal: number): number {
  const plan = planExecution(
    { ordinal, acceptedAt: 0, images: 1, segments: true },
    { seed: SEED, speed: SPEED, failures: {} },
  );
  return Math.max(...plan.due);
}

async function runAll(folder: string, photos: readonly string[], demo: Address): Promise<number> {
  const parsed = parseRecipe({
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', batchCount: 1 },
  });
  if (!('recipe' in parsed)) throw new Error('the recipe of the benchmark is not valid');
  const recipe = await resolveRecipe(parsed.recipe, folder);
  if (!recipe.ok) throw new Error(recipe.problem.message);
  const outFolder = join(folder, 'out');
  await mkdir(outFolder);

  const opened = await openStudio(
    {
      dataFolder: join(folder, 'data'),
      service: { url: demo.url, key: demo.key },
      limits: { inFlight: IN_FLIGHT },
    },
    () => {},
  );
  if (!opened.ok) throw new Error(opened.problem.message);
  const studio = opened.value;
  const never = new AbortController().signal;
  const begun = performance.now();
  studio.start();
  for (const source of photos) {
    const admitted = await studio.admit(
      { source, recipe: recipe.value, outFolder, subFolder: '', hotFolderId: null, again: false },
      never,
    );
    if (!admitted.ok) throw new Error(admitted.problem.message);
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
