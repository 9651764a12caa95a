import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../base/clock.ts';
import { executionBooks, type ExecutionBooks } from './executions.ts';
import { historyBooks, type HistoryBooks } from './history.ts';
import { hotFolderBooks, type HotFolderBooks } from './hot-folders.ts';
import { jobBooks, type JobBooks } from './jobs.ts';
import { lockFolder, type FolderLock } from './lock.ts';
import { photoBooks, type PhotoBooks } from './photos.ts';
import { resultBooks, type ResultBooks } from './results.ts';
import { migrations } from './schema.ts';
import { sightingBooks, type SightingBooks } from './sightings.ts';
import { spendingBooks, type SpendingBooks } from './spending.ts';
import { openDatabase, type Database } from './sqlite.ts';

/** The only truth: every photo, job, execution, result and cent. One book per question asked of it. */
export interface Ledger {
  readonly photos: PhotoBooks;
  readonly jobs: JobBooks;
  readonly executions: ExecutionBooks;
  readonly results: ResultBooks;
  readonly hotFolders: HotFolderBooks;
  readonly sightings: SightingBooks;
  readonly spending: SpendingBooks;
  readonly history: HistoryBooks;
  /** Several books in one commit: all of it or nothing of it. */
  transaction<T>(work: () => T): T;
  close(): void;
}

const FILE = 'ledger.sqlite';

/**
 * Opens the ledger of a data folder, creating both where they are missing, and holds the folder's
 * lock until `close`. Problems: data-folder-locked (F31), data-folder-unusable (also on a network
 * share, F45), ledger-newer (F46, the file stays untouched), ledger-damaged.
 */
export function openLedger(folder: string, clock: Clock): Outcome<Ledger> {
  const usable = holdFolder(folder);
  if (!usable.ok) return usable;
  const lock = usable.value;
  const opened = open(join(folder, FILE));
  if (!opened.ok) {
    lock.release();
    return opened;
  }
  const db = opened.value;
  const ledger = booksOf(db, clock);
  return success({
    ...ledger,
    close() {
      db.close();
      lock.release();
    },
  });
}

/**
 * Opens the ledger only to look, beside the process that works in it. Problems: folder-missing when
 * there is no ledger yet, ledger-newer, ledger-damaged.
 */
export function readLedger(folder: string, clock: Clock): Outcome<Ledger> {
  const file = join(folder, FILE);
  if (!existsSync(file)) {
    return failure(
      'folder-missing',
      `There is no ledger in ${folder} yet. Run photos first, or name the right folder with --data.`,
    );
  }
  const version = readVersion(file);
  if (!version.ok) return version;
  const db = openDatabase(file, { readOnly: true });
  return success({ ...booksOf(db, clock), close: () => db.close() });
}

/** The books over an open database that holds this version's tables. */
export function booksOf(db: Database, clock: Clock): Omit<Ledger, 'close'> {
  const history = historyBooks(db, clock);
  return {
    photos: photoBooks(db, clock),
    jobs: jobBooks(db, clock, history),
    executions: executionBooks(db, clock, history),
    results: resultBooks(db, clock),
    hotFolders: hotFolderBooks(db, clock),
    sightings: sightingBooks(db, clock),
    spending: spendingBooks(db, clock),
    history,
    transaction: (work) => db.transaction(work),
  };
}

/**
 * Makes a data folder where it is missing and holds its lock until `release`. Problems:
 * data-folder-locked (F31), data-folder-unusable (also on a network share, F45).
 */
export function holdFolder(folder: string): Outcome<FolderLock> {
  try {
    mkdirSync(folder, { recursive: true });
    const share = networkShare(folder);
    if (share !== null) {
      return failure(
        'data-folder-unusable',
        `The data folder ${folder} lies on a network share (${share}), where a ledger cannot be kept safe. Name a folder on a local disk with --data; photos and results may stay on the share.`,
      );
    }
    return lockFolder(folder);
  } catch (error) {
    return failure(
      'data-folder-unusable',
      `The data folder ${folder} cannot be used. Check that it is a folder you may write to, or name another with --data.`,
      { detail: causeText(error) },
    );
  }
}

/** Magic numbers of statfs(2) on Linux; elsewhere the type is not told and nothing is refused. */
const networkFileSystems = new Map<number, string>([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
]);

function networkShare(folder: string): string | null {
  if (process.platform !== 'linux') return null;
  return networkFileSystems.get(statfsSync(folder).type >>> 0) ?? null;
}

function open(file: string): Outcome<Database> {
  if (existsSync(file)) {
    const version = readVersion(file);
    if (!version.ok) return version;
  }
  try {
    const db = openDatabase(file);
    migrate(db);
    return success(db);
  } catch (error) {
    return damaged(file, error);
  }
}

function readVersion(file: string): Outcome<number> {
  try {
    const db = openDatabase(file, { readOnly: true });
    const version = versionOf(db);
    db.close();
    if (version > migrations.length) {
      return failure(
        'ledger-newer',
        `The ledger ${file} was written by a newer Darkslide (version ${version}, this one knows ${migrations.length}). It was left untouched: update Darkslide.`,
      );
    }
    return success(version);
  } catch (error) {
    return damaged(file, error);
  }
}

function damaged(file: string, error: unknown): Outcome<never> {
  return failure(
    'ledger-damaged',
    `The ledger ${file} cannot be read as a ledger. It was left as it is: put a backup in its place, or move it away to start a new one.`,
    { detail: causeText(error) },
  );
}

function versionOf(db: Database): number {
  return db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

/** Brings an open database up to this version's tables. */
export function migrate(db: Database): void {
  for (let version = versionOf(db); version < migrations.length; version += 1) {
    db.transaction(() => {
      db.exec(migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
    });
  }
}
