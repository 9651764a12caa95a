import { statSync } from 'node:fs';
import { failure, type Problem } from '#shared/problem.ts';
import { ledgerGone } from './fault.ts';
import type { Database } from './sqlite.ts';

/** Whether the file that was opened is still the one at its path. */
export function presence(file: string): () => boolean {
  const opened = inode(file);
  return () => opened !== null && inode(file) === opened;
}

/**
 * A database that refuses to commit once its file is gone: a folder that was deleted or a disk that
 * was pulled out would take what is written now with it, without any error. Throws `ledgerGone`.
 */
export function whilePresent(db: Database, file: string, isThere: () => boolean): Database {
  const checked = <T>(work: () => T): T => {
    if (!isThere()) throw ledgerGone(file);
    return work();
  };
  return {
    ...db,
    run: (sql, ...values) => checked(() => db.run(sql, ...values)),
    insert: (sql, ...values) => checked(() => db.insert(sql, ...values)),
    exec: (sql) => checked(() => db.exec(sql)),
    transaction: (work) => checked(() => db.transaction(work)),
  };
}

function inode(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

/** What is said when the data folder is no longer there. */
export function goneProblem(folder: string): Problem {
  return failure(
    'data-folder-gone',
    `The ledger is missing from the data folder ${folder}, so nothing more is sent. Reconnect the folder and restart; paid work is found at the service.`,
    { about: folder },
  ).problem;
}
