import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseRecipe } from '#shared/recipe.ts';
import { systemClock } from '../base/clock.ts';
import { openLedger, type Ledger } from '../ledger/open.ts';
import { estimate, noPace, observe } from '../queue/pace.ts';
import { progressOf } from './progress.ts';

const MINUTE = 60_000;

async function openedLedger(): Promise<Ledger> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-progress-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

/** Admits waiting photos outside any hot folder. */
function admit(ledger: Ledger, count: number): number[] {
  const parsed = parseRecipe({ agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } });
  if (!('recipe' in parsed)) throw new Error('The recipe is wrong.');
  const recipeId = ledger.jobs.recipe(parsed.recipe, 'identity');
  return Array.from({ length: count }, (_, at) => {
    const sha256 = String(at).repeat(64);
    const { id } = ledger.jobs.admit({
      photoId: ledger.photos.know({ sha256, bytes: 1 }),
      recipeId,
      identity: 'identity',
      hotFolderId: null,
      source: `/photos/${at}.jpg`,
      name: `${at}.jpg`,
      outFolder: '/out',
      subFolder: '',
      priority: 0,
    });
    return id;
  });
}

/** Ten photos ended in the last ten minutes, and one is running. */
const pace = observe(observe(noPace, 0, 1), 10 * MINUTE, 1, 10);
const queueWith = (limits: ReadonlyMap<number, 'studio' | 'folder'>) => ({
  limited: () => limits,
  estimate: (left: number) => estimate(pace, 10 * MINUTE, left),
});

it('B5 tells the time left, but none while a limit or a pause stops everything', async () => {
  const ledger = await openedLedger();
  const [first = 0] = admit(ledger, 3);
  const free = queueWith(new Map());
  const told = { limited: 0, estimate: { perHour: 60, timeLeft: 3 * MINUTE } };
  expect(progressOf({ ledger, queue: free }, null)).toEqual(told);
  expect(progressOf({ ledger, queue: free }, 4)).toEqual(told);

  const images = { jobId: first, run: 1, taskId: 'task', agent: 'removeBG', images: 4 };
  ledger.executions.sending(ledger.executions.intend(images));
  // the one that is sent is paid for and no more waits
  const stopped = { limited: 2, estimate: null };
  expect(progressOf({ ledger, queue: free }, 4)).toEqual(stopped);
  const parked = queueWith(new Map([[0, 'studio']]));
  expect(progressOf({ ledger, queue: parked }, null)).toEqual(stopped);

  // what waits for the limit of its own folder is not counted: the running photo is left
  const full = queueWith(new Map([[0, 'folder']]));
  const running = { limited: 0, estimate: { perHour: 60, timeLeft: MINUTE } };
  expect(progressOf({ ledger, queue: full }, null)).toEqual(running);

  expect(progressOf({ ledger, queue: free }, null)).toEqual(told);
  ledger.pauses.pauseAll();
  expect(progressOf({ ledger, queue: free }, null)).toEqual({ limited: 0, estimate: null });
});
