import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger, type Ledger } from '#electron/ledger/open.ts';
import { parseRecipe } from '#shared/recipe.ts';
import type { Row } from './row.ts';

const JOBS = 100_000;
/** Wakes of which the median counts. */
const WAKES = 101;
/** Jobs in hand, and as many places that are free. */
const IN_HAND = 10;

/**
 * What a wake of the queue costs when all that waits is in one hot folder at its spending limit: it
 * has to find out that there is nothing to do. The floor is the same question without a limit.
 */
export async function benchWake(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-wake-'));
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
  try {
    const hotFolder = fill(ledger);
    const floor = medianWake(ledger, []);
    const product = medianWake(ledger, [hotFolder]);
    const what = `wake: ${JOBS} jobs of one folder at its limit`;
    return [{ what, product, floor, ratio: product / floor, goal: '', unit: 'ms' }];
  } finally {
    ledger.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function fill(ledger: Ledger): number {
  const parsed = parseRecipe({ agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } });
  if (!('recipe' in parsed)) throw new Error('the recipe of the benchmark is not valid');
  const recipeId = ledger.jobs.recipe(parsed.recipe, 'identity');
  const { id } = ledger.hotFolders.save({
    path: '/drop',
    recipeId,
    outFolder: '/out',
    after: 'leave',
    subFolders: 'keep',
    settleMs: 1000,
    rescanMs: 1000,
    imagesPerDay: 1,
    needsTickets: false,
  });
  ledger.transaction(() => {
    for (let n = 0; n < JOBS; n += 1) {
      const sha256 = createHash('sha256').update(String(n)).digest('hex');
      ledger.jobs.admit({
        photoId: ledger.photos.know({ sha256, bytes: n }),
        recipeId,
        identity: 'identity',
        hotFolderId: id,
        source: `/drop/IMG_${n}.jpg`,
        name: `IMG_${n}.jpg`,
        outFolder: '/out',
        subFolder: '',
        priority: 0,
      });
    }
  });
  return id;
}

function medianWake(ledger: Ledger, atLimit: readonly number[]): number {
  const inHand = new Set(ledger.jobs.next(IN_HAND, new Set(), []));
  const times = Array.from({ length: WAKES }, () => {
    const begun = performance.now();
    ledger.jobs.next(IN_HAND, inHand, atLimit);
    return performance.now() - begun;
  });
  return times.sort((a, b) => a - b)[WAKES >> 1] ?? 0;
}
