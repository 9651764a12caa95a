import { randomUUID } from 'node:crypto';
import { migrations } from './schema.ts';
import { tablesOf } from './rows.ts';
import { openDatabase, type Database } from './sqlite.ts';

/** Updates an open database to this version's tables. */
export function migrate(db: Database): void {
  for (let version = versionOf(db); version < migrations.length; version += 1) {
    db.transaction(() => {
      db.exec(migrations[version] ?? '');
      db.exec(`PRAGMA user_version = ${version + 1}`);
    });
  }
}

/**
 * Opens a ledger read-only with this version's tables; `version` is the ledger's own version. Writes
 * nothing to disk, because an earlier version is read from a copy in memory. Throws SQLite's error.
 */
export function openToLook(file: string, version: number): Database {
  const onDisk = openDatabase(file, { readOnly: true });
  if (version === migrations.length) return onDisk;
  // two connections share an in-memory database by its name, which no other process can see
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
