import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRecipe } from '#shared/recipe.ts';
import { systemClock } from '../base/clock.ts';
import { ledgerFile } from './files.ts';
import { openLedger, readLedger, type Ledger } from './open.ts';

/** Bytes: SQLite takes the log over when it has 1000 pages of 4 kB, and cuts it to 16 MB after more. */
const USUAL = 6_000_000;
const AT_MOST = 17_000_000;

let folder: string;
let ledger: Ledger;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darkslide-long-run-'));
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  ledger = opened.value;
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const walBytes = () => statSync(`${ledgerFile(folder)}-wal`).size;

function admit(): number {
  const parsed = parseRecipe({ agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } });
  if (!('recipe' in parsed)) throw new Error('the recipe of the test is not valid');
  return ledger.jobs.admit({
    photoId: ledger.photos.know({ sha256: 'a'.repeat(64), bytes: 1 }),
    recipeId: ledger.jobs.recipe(parsed.recipe, 'identity'),
    identity: 'identity',
    hotFolderId: null,
    source: '/photos/a.jpg',
    name: 'a.jpg',
    outFolder: '/out',
    subFolder: '',
    priority: 0,
  }).id;
}

/** As many commits; the largest the log was. */
function commits(job: number, count: number): number {
  let largest = 0;
  for (let n = 0; n < count; n += 1) {
    ledger.history.note(job, 'prepared', 'x'.repeat(8000));
    if (n % 50 === 0) largest = Math.max(largest, walBytes());
  }
  return largest;
}

describe('F44 a long run', { timeout: 90_000 }, () => {
  it('keeps the write-ahead log small over thousands of commits', () => {
    expect(commits(admit(), 2000)).toBeLessThan(USUAL);
  });

  it('also while another process looks into the ledger again and again', () => {
    const job = admit();
    for (let look = 0; look < 10; look += 1) {
      const looking = readLedger(folder, systemClock);
      if (!looking.ok) throw new Error(looking.problem.message);
      looking.value.jobs.load(job);
      commits(job, 100);
      looking.value.close();
    }
    expect(walBytes()).toBeLessThan(USUAL);
  });

  it('cuts it again after a reader that kept it from being taken over', () => {
    const job = admit();
    const looking = readLedger(folder, systemClock);
    if (!looking.ok) throw new Error(looking.problem.message);
    looking.value.transaction(() => {
      looking.value.jobs.load(job);
      expect(commits(job, 1000)).toBeGreaterThan(AT_MOST);
    });
    looking.value.close();
    commits(job, 200);
    expect(walBytes()).toBeLessThan(AT_MOST);
  });
});
