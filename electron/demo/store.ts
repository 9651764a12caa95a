/**
 * The service's database: one SQLite file that holds whatever must survive a restart. Statements are
 * short; pictures lie beside it as files.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { hexId } from './chance.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS uploads (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL UNIQUE, file TEXT NOT NULL,
    name TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, format TEXT NOT NULL,
    width INTEGER NOT NULL, height INTEGER NOT NULL, hasExif INTEGER NOT NULL,
    hasGps INTEGER NOT NULL, arrivedAt INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS tasks (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT, taskId TEXT NOT NULL UNIQUE,
    agentName TEXT NOT NULL, agentVersion TEXT NOT NULL, initParams TEXT NOT NULL,
    createdAt INTEGER NOT NULL, deletedAt INTEGER) STRICT;
  CREATE TABLE IF NOT EXISTS executions (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT, executionId TEXT NOT NULL UNIQUE,
    taskId TEXT NOT NULL, params TEXT NOT NULL, mask TEXT, plan TEXT NOT NULL,
    photoSha256 TEXT, callbackUrl TEXT, arrivedAt INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS executionsOfTask ON executions (taskId, ordinal);
  CREATE TABLE IF NOT EXISTS results (
    executionId TEXT NOT NULL, number INTEGER NOT NULL, file TEXT, error TEXT,
    PRIMARY KEY (executionId, number)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS psds (
    executionId TEXT PRIMARY KEY, requests INTEGER NOT NULL, requestedAt INTEGER NOT NULL,
    fails INTEGER NOT NULL, file TEXT, error TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS owned (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, name TEXT NOT NULL,
    images TEXT NOT NULL, createdAt INTEGER NOT NULL, fails INTEGER NOT NULL,
    deletedAt INTEGER) STRICT;
  CREATE TABLE IF NOT EXISTS callbacks (
    executionId TEXT NOT NULL, status TEXT NOT NULL, attempt INTEGER NOT NULL,
    acknowledged INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS callbacksOfExecution ON callbacks (executionId);
  CREATE TABLE IF NOT EXISTS birth (id TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS requests (
    operation TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Ids of custom models and scenes start above those of the template lists. */
const firstCustomId = 900_000;

export interface UploadRow {
  readonly ordinal: number;
  /** `/cdn/uploads/…` */
  readonly path: string;
  readonly file: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly hasExif: 0 | 1;
  readonly hasGps: 0 | 1;
  readonly arrivedAt: number;
}

export interface TaskRow {
  readonly ordinal: number;
  readonly taskId: string;
  readonly agentName: string;
  readonly agentVersion: string;
  /** JSON */
  readonly initParams: string;
  readonly createdAt: number;
  readonly deletedAt: number | null;
}

export interface ExecutionRow {
  readonly ordinal: number;
  readonly executionId: string;
  readonly taskId: string;
  /** JSON, without the mask's bytes. */
  readonly params: string;
  /** File of the custom mask. */
  readonly mask: string | null;
  /** JSON of an `ExecutionPlan`. */
  readonly plan: string;
  readonly photoSha256: string | null;
  readonly callbackUrl: string | null;
  readonly arrivedAt: number;
}

export interface ResultRow {
  readonly executionId: string;
  readonly number: number;
  /** Name in the results folder; '' for a picture that is made when it is fetched. */
  readonly file: string | null;
  readonly error: string | null;
}

export interface PsdRow {
  readonly executionId: string;
  readonly requests: number;
  readonly requestedAt: number;
  readonly fails: 0 | 1;
  readonly file: string | null;
  readonly error: string | null;
}

export type CustomKind = 'model' | 'scene';

export interface CustomModelRow {
  readonly id: number;
  readonly kind: CustomKind;
  readonly name: string;
  /** JSON: addresses as they were given. */
  readonly images: string;
  readonly createdAt: number;
  readonly fails: 0 | 1;
  readonly deletedAt: number | null;
}

export interface CallbackRow {
  readonly executionId: string;
  readonly status: string;
  readonly attempt: number;
  readonly acknowledged: 0 | 1;
}

export class Store {
  readonly #database: DatabaseSync;
  readonly #birth: string;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens or creates the database at `file`. Throws when the file cannot be written. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 5000 });
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.#database.exec(schema);
    this.run(
      `INSERT INTO sqlite_sequence (name, seq) SELECT 'owned', ?
       WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'owned')`,
      firstCustomId,
    );
    this.run('INSERT INTO birth SELECT ? WHERE NOT EXISTS (SELECT 1 FROM birth)', randomUUID());
    this.#birth = this.one<{ id: string }>('SELECT id FROM birth')?.id ?? '';
  }

  /** A new id of the live service's form, 24 hexadecimal digits; never one of another database. */
  newId(table: 'uploads' | 'tasks' | 'executions'): string {
    return hexId(this.#birth, table, this.nextOrdinal(table));
  }

  /** Every row of a query. The caller names the row's type. */
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values) as Row[];
  }

  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepared(sql).get(...values) as Row | undefined;
  }

  /** Runs a change and answers the row id it made. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).lastInsertRowid);
  }

  /** Runs changes as one: all of them, or none when it throws. */
  together(changes: () => void): void {
    this.#database.exec('BEGIN');
    try {
      changes();
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** The next ordinal of a table, from which an id is drawn before the row is written. */
  nextOrdinal(table: 'uploads' | 'tasks' | 'executions'): number {
    const row = this.one<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table);
    return (row?.seq ?? 0) + 1;
  }

  count(operation: string): void {
    this.run(
      `INSERT INTO requests (operation, count) VALUES (?, 1)
       ON CONFLICT (operation) DO UPDATE SET count = count + 1`,
      operation,
    );
  }

  close(): void {
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
