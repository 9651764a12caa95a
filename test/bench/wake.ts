import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { admit, sha256Of } from '../fixtures/jobs.ts';
import { recipeOf } from '../fixtures/values.ts';
import { newFolder, openLedger } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { medianOf } from './times.ts';
import { uncheckedFolder } from '../fixtures/permitted.ts';

const JOBS = 100_000;
/** Number of wake-ups; their median is used. */
const WAKES = 101;
/** Number of running jobs, and number of further jobs that may start. */
const IN_HAND = 10;

/**
 * Measures a wake-up of the queue if all waiting jobs are in one hot folder that has reached its daily limit.
 * Such a wake-up finds no job to start. The floor is the same query without a limit.
 */
export async function benchWake(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const ledger = openLedger(end, await newFolder(end, 'wake'));
  const hotFolder = fill(ledger);
  const inHand = new Set(ledger.jobs.next(IN_HAND, new Set(), []));
  const wake = (atLimit: readonly number[]) =>
    medianOf(() => ledger.jobs.next(IN_HAND, inHand, atLimit), WAKES);
  const floor = wake([]);
  return [rowOf(`wake: ${JOBS} jobs of one folder at its limit`, wake([hotFolder]), floor)];
}

function fill(ledger: Ledger): number {
  const params = { maskType: 'autoSubjectSegment' };
  const recipeId = ledger.jobs.recipe(recipeOf({ agent: 'removeBG', params }), 'identity');
  const settings = { ...plainFolder, path: '/drop', recipeId, outFolder: '/out', imagesPerDay: 1 };
  const { id: hotFolderId } = ledger.hotFolders.save(uncheckedFolder(settings));
  ledger.transaction(() => {
    for (let n = 0; n < JOBS; n += 1) {
      const [sha256, name] = [sha256Of(String(n)), `IMG_${n}.jpg`];
      admit(ledger, recipeId, { sha256, hotFolderId, source: `/drop/${name}`, name });
    }
  });
  return hotFolderId;
}
