import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** What the ledger needs of SQLite, so that another binding can take node:sqlite's place. */
export interface Database {
  /** Rows changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** The id of the inserted row. */
  insert(sql: string, ...values: SQLInputValue[]): number;
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  exec(sql: string): void;
  /**
   * All of `work` or nothing of it; durable when it returns. Nested calls join the outer one.
   * `work` is synchronous: nothing else of this process can come between.
   */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** How long another program's lock on the file (a backup tool's, F43) is waited for, ms. */
const BUSY_TIMEOUT = 10_000;

/**
 * Opens a database file with the durability of the ledger: WAL, synchronous=FULL (and fullfsync on
 * macOS, where fsync alone leaves data in the drive's cache), so that what a commit acknowledged
 * survives kill -9 and power loss. Throws what SQLite throws.
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
  return wrap(db);
}

function wrap(db: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  let depth = 0;
  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = db.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  return {
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    insert: (sql, ...values) => Number(prepare(sql).run(...values).lastInsertRowid),
    get: <Row>(sql: string, ...values: SQLInputValue[]) =>
      prepare(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    exec: (sql) => db.exec(sql),
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
