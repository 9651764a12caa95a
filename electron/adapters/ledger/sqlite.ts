import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite';
import { nameOrder } from './name-order.ts';

/**
 * The part of SQLite that the ledger needs, so that another binding can replace node:sqlite. Columns of a
 * row have names in camel case: `job_id` becomes `jobId`.
 */
export interface Database {
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Returns the id of the inserted row. */
  insert(sql: string, ...values: SQLInputValue[]): number;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  exec(sql: string): void;
  /** Defines a function that SQL can call by this name. */
  define(name: string, work: (...values: SQLOutputValue[]) => SQLInputValue): void;
  /**
   * Runs all of `work` or none of it; durable on return. Nested calls join the outer transaction. `work`
   * is synchronous, so no other code in this process can run during it.
   */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Maximum wait in ms for another program's lock on the file (such as a backup tool's, F43). */
const BUSY_TIMEOUT = 10_000;

/**
 * Opens a database file with the durability of the ledger: WAL, synchronous=FULL (and fullfsync on macOS,
 * where fsync alone leaves data in the drive's cache), so that an acknowledged commit survives kill -9 and
 * power loss. Defines `name_order` in SQL. Throws SQLite's error.
 */
export function openDatabase(
  file: string,
  options: { readonly readOnly?: boolean } = {},
): Database {
  const db = new DatabaseSync(file, {
    readOnly: options.readOnly ?? false,
    timeout: BUSY_TIMEOUT,
    enableForeignKeyConstraints: true,
  });
  if (options.readOnly !== true) {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;');
    db.exec('PRAGMA checkpoint_fullfsync = ON; PRAGMA journal_size_limit = 16000000;');
  }
  return bind(db);
}

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  /** A row without values. */
  readonly blank: Readonly<Record<string, null>>;
}

/**
 * Adapts an open database to the ledger. Reads rows as arrays and builds the objects here, which
 * takes a third of the time that node:sqlite needs to return objects. Only migrations change
 * tables, and they do so before any of the tables' rows are read.
 */
export function bind(db: DatabaseSync): Database {
  const known = new Map<string, PreparedStatement>();
  let depth = 0;
  const prepare = (sql: string): PreparedStatement => {
    let prepared = known.get(sql);
    if (prepared === undefined) {
      const statement = db.prepare(sql);
      statement.setReturnArrays(true);
      const columns = statement.columns().map(({ name }) => camelCase(name));
      prepared = { statement, columns, blank: blankOf(columns) };
      known.set(sql, prepared);
    }
    return prepared;
  };
  db.function('name_order', { deterministic: true }, (name) => nameOrder(String(name)));
  return {
    run: (sql, ...values) => Number(prepare(sql).statement.run(...values).changes),
    insert: (sql, ...values) => Number(prepare(sql).statement.run(...values).lastInsertRowid),
    get<Row>(sql: string, ...values: SQLInputValue[]) {
      const prepared = prepare(sql);
      const row = prepared.statement.get(...values) as unknown[] | undefined;
      return row === undefined ? undefined : (named(prepared, row) as Row);
    },
    all<Row>(sql: string, ...values: SQLInputValue[]) {
      const prepared = prepare(sql);
      const rows = prepared.statement.all(...values) as unknown as unknown[][];
      return rows.map((row) => named(prepared, row) as Row);
    },
    exec: (sql) => db.exec(sql),
    define: (name, work) => db.function(name, work),
    transaction(work) {
      if (depth > 0) return work();
      db.exec('BEGIN IMMEDIATE');
      depth += 1;
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      } finally {
        depth -= 1;
      }
    },
    close: () => db.close(),
  };
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns an empty row. The row is parsed from JSON because V8 creates a slow object when more than a
 * dozen properties are added one at a time.
 */
function blankOf(columns: readonly string[]): PreparedStatement['blank'] {
  const text = JSON.stringify(Object.fromEntries(columns.map((column) => [column, null])));
  return JSON.parse(text) as PreparedStatement['blank'];
}

function named(
  { columns, blank }: PreparedStatement,
  row: readonly unknown[],
): Record<string, unknown> {
  const object: Record<string, unknown> = { ...blank };
  for (let at = 0; at < columns.length; at += 1) object[columns[at] ?? ''] = row[at];
  return object;
}
