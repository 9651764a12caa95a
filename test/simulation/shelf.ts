import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { migrate } from '#electron/ledger/open.ts';
import type { Database } from '#electron/ledger/sqlite.ts';

/**
 * The ledger's file, as a database in memory that outlives each life of the program: SQLite itself
 * is not on trial here, and what a commit acknowledged stays (synchronous=FULL). One is used for many
 * runs, each begins with it empty.
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

/** All tables, each before those it refers to. */
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

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

/**
 * As electron/ledger/sqlite.ts does it, but rows come as arrays and become objects here: that takes a
 * third of the time, and rows are what a run spends most of its time on.
 */
function bind(db: DatabaseSync): Database {
  const known = new Map<string, Prepared>();
  let depth = 0;
  const prepare = (sql: string): Prepared => {
    let prepared = known.get(sql);
    if (prepared === undefined) {
      const statement = db.prepare(sql);
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name) };
      known.set(sql, prepared);
    }
    return prepared;
  };
  return {
    run: (sql, ...values) => Number(prepare(sql).statement.run(...values).changes),
    insert: (sql, ...values) => Number(prepare(sql).statement.run(...values).lastInsertRowid),
    get<Row>(sql: string, ...values: SQLInputValue[]) {
      const { statement, columns } = prepare(sql);
      const row = statement.get(...values) as unknown[] | undefined;
      return row === undefined ? undefined : (named(columns, row) as Row);
    },
    all<Row>(sql: string, ...values: SQLInputValue[]) {
      const { statement, columns } = prepare(sql);
      const rows = statement.all(...values) as unknown as unknown[][];
      return rows.map((row) => named(columns, row) as Row);
    },
    exec: (sql) => db.exec(sql),
    transaction(work) {
      if (depth > 0) return work();
      db.exec('BEGIN');
      depth += 1;
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      } finally {
        depth -= 1;
      }
    },
    close: () => db.close(),
  };
}

function named(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) object[columns[at] ?? ''] = row[at];
  return object;
}
