import { randomUUID } from 'node:crypto';
import { migrations } from './schema.ts';
import { tablesOf } from './rows.ts';
import { openDatabase, type Database } from './sqlite.ts';

/** Brings an open database up to this version's tables. */
export function migrate(db: Database): void {
  for (let version = versionOf(db); version < migrations.length; version += 1) {
    db.transaction(() => {
      db.exec(migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
    });
  }
}

/**
 * Opens a ledger to read it with this version's tables; `version` is the one it has. Nothing is written
 * to disk: one of an earlier version is read from a copy in memory. Throws what SQLite throws.
 */
export function openToLook(file: string, version: number): Database {
  const onDisk = openDatabase(file, { readOnly: true });
  if (version === migrations.length) return onDisk;
  // two connections share a database in memory by its name, which no other process can see
  const name = `file:ledger-${randomUUID()}?mode=memory&cache=shared`;
  const copy = openDatabase(name);
  try {
    onDisk.exec(`VACUUM INTO '${name}'`);
    migrate(copy);
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  } finally {
    onDisk.close();
  }
}

function versionOf(db: Database): number {
  return tablesOf(db).value('PRAGMA user_version') ?? 0;
}
