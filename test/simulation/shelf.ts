import { DatabaseSync } from 'node:sqlite';
import { migrate } from '#electron/adapters/ledger/migrate.ts';
import { bind, type Database } from '#electron/adapters/ledger/sqlite.ts';

/**
 * The file of the ledger, as a database in memory that outlives each life of the program. SQLite itself is
 * not tested here: confirmed commits are never lost (synchronous=FULL). For speed, the database is emptied
 * and reused for many runs.
 */
export interface Shelf {
  readonly db: Database;
  clear(): void;
}

export function createShelf(): Shelf {
  const db = bind(new DatabaseSync(':memory:', { enableForeignKeyConstraints: true }));
  migrate(db);
  const tables = emptiable(db);
  return {
    db,
    clear: () =>
      db.transaction(() => {
        for (const table of tables) db.run(`DELETE FROM ${table}`);
      }),
  };
}

/** Returns all tables; each table comes before the tables that it refers to. */
function emptiable(db: Database): string[] {
  const left = new Map(
    db
      .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .map((table) => [
        table.name,
        db.all<{ table: string }>(`PRAGMA foreign_key_list(${table.name})`).map((key) => key.table),
      ]),
  );
  const ordered: string[] = [];
  while (left.size > 0) {
    const needed = new Set([...left.values()].flat());
    const free = [...left.keys()].filter((table) => !needed.has(table));
    if (free.length === 0) throw new Error('The tables refer to each other in a circle.');
    ordered.push(...free);
    for (const table of free) left.delete(table);
  }
  return ordered;
}
