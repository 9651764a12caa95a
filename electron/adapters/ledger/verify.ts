import { DatabaseSync } from 'node:sqlite';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { faultOf } from './fault.ts';
import { applicationId } from './first-tables.ts';
import { migrations } from './schema.ts';

/** Maximum wait in ms for another program's lock. */
const LOCK_TIMEOUT = 10_000;

/**
 * Checks whether a file is a ledger that this version can read; returns the version of the ledger.
 * `thorough` reads every page, which takes about 2 ms per thousand jobs. Never writes to the file.
 * Problems: ledger-newer, ledger-damaged, ledger-busy (F43), ledger-disk-full,
 * data-folder-unusable.
 */
export function verify(file: string, thorough = true): Outcome<number> {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT });
    const { user_version: version } = one<{ user_version: number }>(db, 'PRAGMA user_version');
    const { application_id: id } = one<{ application_id: number }>(db, 'PRAGMA application_id');
    if (version > migrations.length) return newer(file, version);
    if (id !== applicationId || version < 1) return unreadable(file, 'It is not a ledger.');
    if (thorough) {
      const { quick_check: said } = one<{ quick_check: string }>(db, 'PRAGMA quick_check(1)');
      if (said !== 'ok') return unreadable(file, said);
    }
    return success(version);
  } catch (error) {
    return ledgerProblem(file, error);
  } finally {
    db?.close();
  }
}

/** Converts an error from SQLite or the system about a ledger into a problem that the user can act on. */
export function ledgerProblem(file: string, error: unknown): Outcome<never> {
  const detail = causeText(error);
  const fault = faultOf(error);
  switch (fault === 'other' && errorCode(error) !== undefined ? 'unwritable' : fault) {
    case 'busy':
      return failure('ledger-busy', { file }, { about: file, detail });
    case 'full':
      return failure('ledger-disk-full', { file }, { about: file, detail });
    case 'unwritable':
      return failure('data-folder-unusable.ledger', { file }, { about: file, detail });
    case 'damaged':
    case 'gone':
    case 'other':
      return unreadable(file, detail);
  }
}

function newer(file: string, version: number): Outcome<never> {
  return failure('ledger-newer', { file, version, supported: migrations.length }, { about: file });
}

function unreadable(file: string, detail: string): Outcome<never> {
  return failure('ledger-damaged.file', { file }, { about: file, detail });
}

function one<Row>(db: DatabaseSync, sql: string): Row {
  return db.prepare(sql).get() as Row;
}
