import { statSync } from 'node:fs';
import { failure } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { ledgerGone } from './fault.ts';
import type { Database } from './sqlite.ts';

/** Returns a function that checks whether the file at the path is still the one that was opened. */
export function presence(file: string): () => boolean {
  const opened = inode(file);
  return () => opened !== null && inode(file) === opened;
}

/**
 * Returns a database that refuses to commit once its file is gone: after the folder is deleted or
 * the disk unplugged, writes would be lost without any error. Throws `ledgerGone`.
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

/** Returns the problem for a data folder that no longer exists. */
export function goneProblem(folder: string): Problem {
  return failure('data-folder-gone.found', { folder }, { about: folder }).problem;
}
