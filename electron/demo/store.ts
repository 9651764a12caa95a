/**
 * The service's database: one SQLite file with everything that must survive a restart. Pictures are stored as files
 * beside it.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { hexId } from './chance.ts';

const ordinal = 'INTEGER PRIMARY KEY AUTOINCREMENT';

/** The columns of each table. The types of rows are derived from them. */
const tables = {
  uploads: {
    ordinal,
    /** The path below the service's address: `/cdn/uploads/…` */
    path: 'TEXT NOT NULL UNIQUE',
    file: 'TEXT NOT NULL',
    name: 'TEXT NOT NULL',
    sha256: 'TEXT NOT NULL',
    bytes: 'INTEGER NOT NULL',
    format: 'TEXT NOT NULL',
    width: 'INTEGER NOT NULL',
    height: 'INTEGER NOT NULL',
    hasExif: 'INTEGER NOT NULL',
    hasGps: 'INTEGER NOT NULL',
    arrivedAt: 'INTEGER NOT NULL',
  },
  tasks: {
    ordinal,
    taskId: 'TEXT NOT NULL UNIQUE',
    agentName: 'TEXT NOT NULL',
    agentVersion: 'TEXT NOT NULL',
    /** JSON */
    initParams: 'TEXT NOT NULL',
    createdAt: 'INTEGER NOT NULL',
    deletedAt: 'INTEGER',
  },
  executions: {
    ordinal,
    executionId: 'TEXT NOT NULL UNIQUE',
    taskId: 'TEXT NOT NULL',
    /** JSON, without the mask's bytes. */
    params: 'TEXT NOT NULL',
    /** File of the custom mask. */
    mask: 'TEXT',
    /** JSON of an `ExecutionPlan`. */
    plan: 'TEXT NOT NULL',
    photoSha256: 'TEXT',
    callbackUrl: 'TEXT',
    arrivedAt: 'INTEGER NOT NULL',
  },
  results: {
    executionId: 'TEXT NOT NULL',
    number: 'INTEGER NOT NULL',
    /** The file's name in the results folder. */
    file: 'TEXT',
    error: 'TEXT',
  },
  psds: {
    executionId: 'TEXT NOT NULL PRIMARY KEY',
    requests: 'INTEGER NOT NULL',
    requestedAt: 'INTEGER NOT NULL',
    fails: 'INTEGER NOT NULL',
    file: 'TEXT',
    error: 'TEXT',
  },
  owned: {
    id: ordinal,
    /** A `CustomKind`. */
    kind: 'TEXT NOT NULL',
    name: 'TEXT NOT NULL',
    /** JSON: the addresses of the images as the request gave them. */
    images: 'TEXT NOT NULL',
    createdAt: 'INTEGER NOT NULL',
    fails: 'INTEGER NOT NULL',
    deletedAt: 'INTEGER',
  },
  callbacks: {
    executionId: 'TEXT NOT NULL',
    status: 'TEXT NOT NULL',
    attempt: 'INTEGER NOT NULL',
    acknowledged: 'INTEGER NOT NULL',
  },
  birth: { id: 'TEXT NOT NULL' },
  requests: { operation: 'TEXT NOT NULL PRIMARY KEY', count: 'INTEGER NOT NULL' },
} as const;

const indices = `
  CREATE UNIQUE INDEX IF NOT EXISTS resultsOfExecution ON results (executionId, number);
  CREATE INDEX IF NOT EXISTS executionsOfTask ON executions (taskId, ordinal);
  CREATE INDEX IF NOT EXISTS callbacksOfExecution ON callbacks (executionId);`;

/** Ids of custom models and scenes start above the ids of templates. */
const firstCustomId = 900_000;

type Tables = typeof tables;
type Table = keyof Tables;
type Value<Column> =
  | (Column extends `TEXT${string}` ? string : number)
  | (Column extends `${string}${'NOT NULL' | 'PRIMARY KEY'}${string}` ? never : null);
type Row<T extends Table> = { readonly [C in keyof Tables[T]]: Value<Tables[T][C]> };

export type UploadRow = Row<'uploads'>;
export type TaskRow = Row<'tasks'>;
export type ExecutionRow = Row<'executions'>;
export type ResultRow = Row<'results'>;
export type PsdRow = Row<'psds'>;
export type CustomModelRow = Row<'owned'>;
export type CallbackRow = Row<'callbacks'>;
export type CustomKind = 'model' | 'scene';

export class Store {
  readonly #database: DatabaseSync;
  readonly #birth: string;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens or creates the database at `file`. Throws if the file cannot be written. */
  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 5000 });
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    for (const [table, columns] of Object.entries(tables)) {
      const list = Object.entries(columns).map((column) => column.join(' '));
      this.#database.exec(`CREATE TABLE IF NOT EXISTS ${table} (${list.join(', ')}) STRICT`);
    }
    this.#database.exec(indices);
    this.run(
      `INSERT INTO sqlite_sequence (name, seq) SELECT 'owned', ?
       WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'owned')`,
      firstCustomId,
    );
    if (this.find('birth', {}) === undefined) this.insert('birth', { id: randomUUID() });
    this.#birth = this.find('birth', {})?.id ?? '';
  }

  /**
   * Returns a new id in the format of the live service: 24 hexadecimal digits, unique across
   * databases.
   */
  newId(table: 'uploads' | 'tasks' | 'executions'): string {
    return hexId(this.#birth, table, this.nextOrdinal(table));
  }

  /** Returns a row of a table that has the values in `where`; undefined if no row matches. */
  find<T extends Table>(table: T, where: Partial<Row<T>>): Row<T> | undefined {
    const conditions = Object.keys(where).map((column) => `${column} = ?`);
    const sql = `SELECT * FROM ${table} WHERE ${['TRUE', ...conditions].join(' AND ')}`;
    return this.one<Row<T>>(sql, ...valuesOf(where));
  }

  /** Adds a row and returns its row id. */
  insert<T extends Table>(table: T, row: Partial<Row<T>>): number {
    return this.#put('INSERT', table, row);
  }

  /** Adds a row, and replaces a row with the same key. */
  replace<T extends Table>(table: T, row: Partial<Row<T>>): void {
    this.#put('REPLACE', table, row);
  }

  /** Returns all rows of a query. The caller states the type of a row. */
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepared(sql).all(...values) as Row[];
  }

  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepared(sql).get(...values) as Row | undefined;
  }

  /** Runs a change, and returns the id of the new row. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).lastInsertRowid);
  }

  /** Runs changes in one transaction: all of them, or none if `changes` throws. */
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

  /**
   * Returns the next ordinal of a table, so that an id can be derived from it before the row is
   * written.
   */
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

  #put(verb: 'INSERT' | 'REPLACE', table: Table, row: object): number {
    const values = Object.keys(row).map(() => '?');
    return this.run(
      `${verb} INTO ${table} (${Object.keys(row).join()}) VALUES (${values.join()})`,
      ...valuesOf(row),
    );
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function valuesOf(row: object): SQLInputValue[] {
  return Object.values(row) as SQLInputValue[];
}
