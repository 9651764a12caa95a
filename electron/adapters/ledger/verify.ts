import { DatabaseSync } from 'node:sqlite';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { faultOf } from './fault.ts';
import { applicationId } from './first-tables.ts';
import { migrations } from './schema.ts';

/** How long to wait for another program's lock, in ms. */
const PATIENCE = 10_000;

/**
 * Checks whether a file is a ledger that this version can read; returns its version. `thorough` reads every
 * page, about 2 ms per thousand jobs. Only reads the file. Problems: ledger-newer, ledger-damaged,
 * data-folder-locked (F43), data-folder-unusable.
 */
export function verify(file: string, thorough = true): Outcome<number> {
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true, timeout: PATIENCE });
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

/** Returns an error of SQLite or the system about a ledger as a problem that the user can act on. */
export function ledgerProblem(file: string, error: unknown): Outcome<never> {
  const detail = causeText(error);
  const fault = faultOf(error);
  switch (fault === 'other' && errorCode(error) !== undefined ? 'unwritable' : fault) {
    case 'busy':
      return failure(
        'ledger-busy',
        `Another program, perhaps a backup tool, is using the ledger ${file}. Start again when it has finished.`,
        { about: file, detail },
      );
    case 'full':
      return failure(
        'ledger-disk-full',
        `The disk with the ledger ${file} is full. Free some space and start again; nothing was lost.`,
        { about: file, detail },
      );
    case 'unwritable':
      return failure(
        'data-folder-unusable',
        `The ledger ${file} cannot be written and was left unchanged. Check that its disk is writable and works.`,
        { about: file, detail },
      );
    case 'damaged':
    case 'gone':
    case 'other':
      return unreadable(file, detail);
  }
}

function newer(file: string, version: number): Outcome<never> {
  return failure(
    'ledger-newer',
    `The ledger ${file} was written by a newer Darkslide (version ${version}; this one supports ${migrations.length}). It was left unchanged: update Darkslide.`,
    { about: file },
  );
}

function unreadable(file: string, detail: string): Outcome<never> {
  return failure(
    'ledger-damaged',
    `The ledger ${file} is damaged or is not a ledger. Run darkslide check --restore to use a backup, or move the file away to start a new ledger.`,
    { about: file, detail },
  );
}

function one<Row>(db: DatabaseSync, sql: string): Row {
  return db.prepare(sql).get() as Row;
}
