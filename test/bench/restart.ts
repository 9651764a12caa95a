import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { ledgerFile } from '#electron/adapters/ledger/files.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { verify } from '#electron/adapters/ledger/verify.ts';
import { openStudio } from '#electron/studio.ts';
import { admit, deliver, intend, sha256Of } from '../fixtures/jobs.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { newFolder, openDemo } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { medianOf } from './times.ts';
import { accessIn } from '../fixtures/permitted.ts';

/** Number of unfinished jobs in the ledger, so that the queue has work. */
const OPEN = 500;
const DAY = 24 * 3_600_000;
/** Number of executions per day in a busy studio. */
const A_DAY = 2000;

/**
 * Measures the time from opening the studio to the first useful step, which is a request of the queue to the
 * service, with the ledger of a busy studio that was not closed properly. The floor is SQLite reading every
 * page once.
 */
export async function benchRestart(): Promise<Row[]> {
  return [await restart(10_000, '< 1 s'), await restart(100_000, '< 3 s')];
}

async function restart(jobs: number, goal: string): Promise<Row> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'restart');
  const { url, key, records } = await openDemo(end, { folder: join(folder, 'demo') });
  const dataFolder = join(folder, 'data');
  await fillAndCrash(dataFolder, jobs);
  const before = records().requests['query'] ?? 0;
  const begun = performance.now();
  const studio = valueOf(
    await openStudio({ dataFolder, access: accessIn(dataFolder), service: { url, key } }, () => {}),
  );
  studio.start();
  while ((records().requests['query'] ?? 0) === before) await systemClock.sleep(2);
  const product = performance.now() - begun;
  await studio.stop();
  const floor = medianOf(() => verify(ledgerFile(dataFolder)), 1);
  return rowOf(`restart: first step with ${jobs} jobs in the ledger`, product, floor, goal);
}

/** Creates a ledger with the jobs of many days, and leaves its write-ahead log as after a crash. */
async function fillAndCrash(data: string, jobs: number): Promise<void> {
  const before = `${data}-before`;
  let now = Date.now() - (jobs / A_DAY) * DAY;
  const ledger = ledgerIn(before, { ...systemClock, wall: () => now });
  const params = { maskType: 'autoSubjectSegment', batchCount: 2 };
  const recipe = ledger.jobs.recipe(recipeOf({ agent: 'removeBG', params }), 'identity');
  ledger.transaction(() => {
    for (let n = 0; n < jobs; n += 1) {
      now += DAY / A_DAY;
      fillOne(ledger, recipe, n, n < jobs - OPEN);
    }
  });
  ledger.jobs.running(jobs);
  await mkdir(data);
  for (const companion of ['', '-wal']) {
    await copyFile(`${ledgerFile(before)}${companion}`, `${ledgerFile(data)}${companion}`);
  }
  ledger.close();
}

function fillOne(ledger: Ledger, recipeId: number, n: number, isDone: boolean): void {
  const sha256 = sha256Of(String(n));
  const [source, outFolder] = [`/photos/of/the/season/IMG_${n}.jpg`, '/results'];
  const id = admit(ledger, recipeId, { sha256, bytes: n, source, name: `IMG_${n}.jpg`, outFolder });
  ledger.jobs.uploaded(id, { originalImage: `https://cdn.example/${sha256}` });
  const files = [1, 2].map((at) => `${outFolder}/IMG_${n}_${at}.png`);
  if (!isDone) intend(ledger, id, files.length);
  else
    deliver(
      ledger,
      id,
      files.map((file) => ({ file, sha256, bytes: 1, width: 1, height: 1 })),
    );
}
