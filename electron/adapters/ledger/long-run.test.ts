import { statSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { systemClock } from '../../base/clock.ts';
import { ledgerFile } from './files.ts';
import { readLedger, type Ledger } from './open.ts';

/**
 * Normal maximum size of the write-ahead log in bytes. SQLite checkpoints the log at 1000 pages of 4 kB,
 * and truncates it to 16 MB if it has grown larger.
 */
const USUAL = 6_000_000;
const AT_MOST = 17_000_000;

let folder: string;
let ledger: Ledger;

beforeEach(async () => {
  ({ folder, ledger } = await freshLedger());
});

const walBytes = () => statSync(`${ledgerFile(folder)}-wal`).size;

/** Makes this many commits; returns the largest size of the log. */
function commits(job: number, count: number): number {
  let largest = 0;
  for (let n = 0; n < count; n += 1) {
    ledger.history.note(job, 'prepared', 'x'.repeat(8000));
    if (n % 50 === 0) largest = Math.max(largest, walBytes());
  }
  return largest;
}

describe('F44 a long run', () => {
  it('keeps the write-ahead log small over thousands of commits', () => {
    expect(commits(takeIn(ledger), 2000)).toBeLessThan(USUAL);
  });

  it('keeps the write-ahead log small while another process reads the ledger again and again', () => {
    const job = takeIn(ledger);
    for (let look = 0; look < 10; look += 1) {
      const looking = valueOf(readLedger(folder, systemClock));
      looking.jobs.load(job);
      commits(job, 100);
      looking.close();
    }
    expect(walBytes()).toBeLessThan(USUAL);
  });

  it('truncates the log again after a reader has blocked checkpoints', () => {
    const job = takeIn(ledger);
    const looking = valueOf(readLedger(folder, systemClock));
    looking.transaction(() => {
      looking.jobs.load(job);
      expect(commits(job, 1000)).toBeGreaterThan(AT_MOST);
    });
    looking.close();
    commits(job, 200);
    expect(walBytes()).toBeLessThan(AT_MOST);
  });
});
