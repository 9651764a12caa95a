import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRecipe } from '#shared/recipe.ts';
import { systemClock } from '../base/clock.ts';
import { openLedger, type Ledger } from './open.ts';

let folder: string;
let ledger: Ledger;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darkslide-next-'));
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  ledger = opened.value;
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

function recipe(): number {
  const parsed = parseRecipe({ agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } });
  if (!('recipe' in parsed)) throw new Error('the recipe of the test is not valid');
  return ledger.jobs.recipe(parsed.recipe, 'identity');
}

const hotFolder = (path: string) =>
  ledger.hotFolders.save({
    path,
    recipeId: recipe(),
    outFolder: '/out',
    after: 'leave',
    subFolders: 'keep',
    settleMs: 1000,
    rescanMs: 1000,
    imagesPerDay: 1,
    needsTickets: false,
  }).id;

const admit = (name: string, hotFolderId: number | null, priority = 0) =>
  ledger.jobs.admit({
    photoId: ledger.photos.know({ sha256: name.padEnd(64, '0'), bytes: 1 }),
    recipeId: recipe(),
    identity: 'identity',
    hotFolderId,
    source: `/photos/${name}.jpg`,
    name: `${name}.jpg`,
    outFolder: '/out',
    subFolder: '',
    priority,
  }).id;

const bought = (jobId: number, taskId: string) => {
  ledger.jobs.created(jobId, taskId);
  const intent = { jobId, run: 1, taskId, agent: 'removeBG', images: 1 };
  ledger.executions.started(ledger.executions.intend(intent), `${taskId}-1`);
};

const none: ReadonlySet<number> = new Set();

describe('the jobs to take up next', () => {
  it('are those of all folders that are not at their limit, by priority and age', () => {
    const [one, two, three] = [hotFolder('/1'), hotFolder('/2'), hotFolder('/3')];
    const atLimit = admit('a', one, 9);
    const low = admit('b', two);
    const given = admit('c', null, 5);
    const high = admit('d', three, 5);
    expect(ledger.jobs.next(9, none, [one])).toEqual([given, high, low]);
    expect(ledger.jobs.next(2, none, [one])).toEqual([given, high]);
    expect(ledger.jobs.next(9, new Set([given]), [one])).toEqual([high, low]);
    expect(ledger.jobs.next(9, none, [one, 0])).toEqual([high, low]);
    expect(ledger.jobs.next(9, none, [])).toEqual([atLimit, given, high, low]);
  });

  it('are also those that may have been paid for, at a limit or not', () => {
    const one = hotFolder('/1');
    const paid = admit('a', one);
    const lost = admit('b', one);
    const unsent = admit('c', one);
    admit('d', one);
    bought(paid, 't1');
    bought(lost, 't2');
    ledger.jobs.running(lost);
    ledger.jobs.created(unsent, 't3');
    ledger.executions.intend({ jobId: unsent, run: 1, taskId: 't3', agent: 'removeBG', images: 1 });
    expect(ledger.jobs.next(9, none, [one])).toEqual([lost, paid]);
    // a further run of it is not paid for
    ledger.jobs.end(paid, 'done', null);
    ledger.jobs.resume(paid, { again: true });
    expect(ledger.jobs.next(9, none, [one])).toEqual([lost]);
  });
});
