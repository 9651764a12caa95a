import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRecipe } from '#shared/recipe.ts';
import { systemClock, type Clock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { ledgerFile } from '#electron/ledger/files.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import { verify } from '#electron/ledger/verify.ts';
import { openStudio } from '#electron/studio.ts';
import type { Row } from './row.ts';

/** Jobs of the ledger that have not ended, so that there is something to do. */
const OPEN = 500;
const PHOTO = 'x'.repeat(64);
const DAY = 24 * 3_600_000;
/** Executions a day, a busy studio's. */
const A_DAY = 2000;

/**
 * From opening the studio to the first useful step, a request of the queue at the service, with this
 * many jobs in a ledger that was not closed in order. The floor is SQLite reading every page once.
 */
export async function benchRestart(): Promise<Row[]> {
  return [await restart(10_000, '< 1 s'), await restart(100_000, '< 3 s')];
}

async function restart(jobs: number, goal: string): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-restart-'));
  const demo = await startDemo({ folder: join(folder, 'demo'), render: 'quick' });
  try {
    const data = join(folder, 'data');
    await fillAndCrash(data, jobs);
    const before = demo.books().requests['query'] ?? 0;
    const begun = performance.now();
    const opened = await openStudio(
      { dataFolder: data, service: { url: demo.url, key: demo.key } },
      () => {},
    );
    if (!opened.ok) throw new Error(opened.problem.message);
    opened.value.start();
    while ((demo.books().requests['query'] ?? 0) === before) await systemClock.sleep(2);
    const product = performance.now() - begun;
    await opened.value.stop();
    const floor = timeOf(() => verify(ledgerFile(data)));
    const what = `restart: first step with ${jobs} jobs in the ledger`;
    return { what, product, floor, ratio: product / floor, goal, unit: 'ms' };
  } finally {
    await demo.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A ledger of many days, with its write-ahead log as a crash leaves it. */
async function fillAndCrash(data: string, jobs: number): Promise<void> {
  const before = `${data}-before`;
  let now = Date.now() - (jobs / A_DAY) * DAY;
  const clock: Clock = { ...systemClock, wall: () => now };
  const opened = openLedger(before, clock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
  const recipe = recipeOf(ledger);
  ledger.transaction(() => {
    for (let n = 0; n < jobs; n += 1) {
      now += DAY / A_DAY;
      fillOne(ledger, recipe, n, n < jobs - OPEN);
    }
  });
  const last = jobs;
  ledger.jobs.running(last);
  await mkdir(data);
  for (const companion of ['', '-wal']) {
    await copyFile(`${ledgerFile(before)}${companion}`, `${ledgerFile(data)}${companion}`);
  }
  ledger.close();
}

function recipeOf(ledger: Ledger): number {
  const parsed = parseRecipe({
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', batchCount: 2 },
  });
  if (!('recipe' in parsed)) throw new Error('the recipe of the benchmark is not valid');
  return ledger.jobs.recipe(parsed.recipe, PHOTO);
}

function fillOne(ledger: Ledger, recipeId: number, n: number, isDone: boolean): void {
  const sha256 = createHash('sha256').update(String(n)).digest('hex');
  const { jobs, executions, results } = ledger;
  const { id } = jobs.admit({
    photoId: ledger.photos.know({ sha256, bytes: n }),
    recipeId,
    identity: PHOTO,
    hotFolderId: null,
    source: `/photos/of/the/season/IMG_${n}.jpg`,
    name: `IMG_${n}.jpg`,
    outFolder: '/results',
    subFolder: '',
    priority: 0,
  });
  const taskId = `task-${sha256.slice(0, 20)}`;
  jobs.uploaded(id, { originalImage: `https://cdn.example/${sha256}` });
  jobs.created(id, taskId);
  const row = executions.intend({ jobId: id, run: 1, taskId, agent: 'removeBG', images: 2 });
  if (!isDone) return;
  executions.adopt(row, `execution-${n}`);
  const image = { status: 'Success', image: `https://cdn.example/${n}`, progress: null } as const;
  results.see(row, [
    { ...image, error: null },
    { ...image, error: null },
  ]);
  for (const { id: result, position } of results.ofJob(id)) {
    const file = `/results/IMG_${n}_${position + 1}.png`;
    results.target(result, { file, sha256 });
    results.delivered(result, { file, sha256, bytes: 1, width: 1, height: 1 });
  }
  executions.finished(row, 'Success');
  jobs.end(id, 'done', null);
}

function timeOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
