import type { SQLInputValue } from 'node:sqlite';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { Database } from './sqlite.ts';

/** SQL that computes the value of a column. */
interface Expression {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Values of columns, by the columns' names in camel case, as in rows that are read. */
export type Fields = Readonly<Record<string, SQLInputValue | Expression>>;

/** Returns a value that SQL computes from the current row, such as `expression('attempts + 1')`. */
export function expression(sql: string, ...values: SQLInputValue[]): Expression {
  return { sql, values };
}

/** An open database whose rows are objects: rows are written from fields and read with named fields. */
export interface Tables extends Database {
  /** Inserts a row and returns its id. */
  insertRow(table: string, fields: Fields): number;
  /** Inserts a row, replacing any row with the same key. */
  putRow(table: string, fields: Fields): void;
  /** Changes the rows that match the condition; returns their number. */
  update(table: string, fields: Fields, where: string, ...values: SQLInputValue[]): number;
  /** Returns the value of the only column in the first row. */
  value<Value>(sql: string, ...values: SQLInputValue[]): Value | undefined;
  /** Returns the values of the only column in all rows. */
  column<Value>(sql: string, ...values: SQLInputValue[]): Value[];
}

export function tablesOf(db: Database): Tables {
  const texts = new Map<string, string>();
  /**
   * Returns the SQL of a statement and its values. The SQL is cached by the names of the fields.
   */
  const statement = (
    kind: string,
    fields: Fields,
    write: (columns: readonly string[], values: readonly string[]) => string,
  ): { readonly sql: string; readonly values: SQLInputValue[] } => {
    let key = kind;
    const values: SQLInputValue[] = [];
    for (const [name, value] of Object.entries(fields)) {
      key += `,${name}`;
      if (isExpression(value)) {
        key += value.sql;
        values.push(...value.values);
      } else values.push(value);
    }
    const known = texts.get(key);
    if (known !== undefined) return { sql: known, values };
    const sql = write(Object.keys(fields).map(columnOf), Object.values(fields).map(sqlOf));
    texts.set(key, sql);
    return { sql, values };
  };
  const insertion = (into: string, fields: Fields) =>
    statement(into, fields, (columns, given) => {
      return `${into} (${columns.join(', ')}) VALUES (${given.join(', ')})`;
    });
  return {
    ...db,
    insertRow(table, fields) {
      const { sql, values } = insertion(`INSERT INTO ${table}`, fields);
      return db.insert(sql, ...values);
    },
    putRow(table, fields) {
      const { sql, values } = insertion(`INSERT OR REPLACE INTO ${table}`, fields);
      db.run(sql, ...values);
    },
    update(table, fields, where, ...asked) {
      const { sql, values } = statement(`${table} ${where}`, fields, (columns, given) => {
        const set = columns.map((column, at) => `${column} = ${given[at] ?? ''}`);
        return `UPDATE ${table} SET ${set.join(', ')} WHERE ${where}`;
      });
      return db.run(sql, ...values, ...asked);
    },
    value<Value>(sql: string, ...values: SQLInputValue[]) {
      const row = db.get<Readonly<Record<string, Value>>>(sql, ...values);
      for (const name in row) return row[name];
      return undefined;
    },
    column<Value>(sql: string, ...values: SQLInputValue[]) {
      const rows = db.all<Readonly<Record<string, Value>>>(sql, ...values);
      const [name = ''] = Object.keys(rows[0] ?? {});
      return rows.map((row) => row[name] as Value);
    },
  };
}

/** Returns the column for a field: `task_id` for `taskId`. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns in which a row stores a problem. */
export interface ProblemColumns {
  readonly code: ProblemCode | null;
  readonly message: string | null;
  readonly about: string | null;
  /** Key and values of the message, as JSON. */
  readonly said: string | null;
}

/** Returns the columns for a problem; all are null if there is no problem. */
export function problemColumns(problem: Problem | null): ProblemColumns {
  const { code = null, message = null, about = null, key, values } = problem ?? {};
  const said = key === undefined ? null : JSON.stringify({ key, values });
  return { code, message, about, said };
}

/** Returns a stored problem with the values that a screen needs to translate it. */
export function storedProblem({ code, message, about, said }: ProblemColumns): Problem | null {
  if (code === null) return null;
  return {
    code,
    ...(said === null ? {} : (JSON.parse(said) as Pick<Problem, 'key' | 'values'>)),
    message: message ?? '',
    ...(about === null ? {} : { about }),
  };
}

function isExpression(value: SQLInputValue | Expression): value is Expression {
  return typeof value === 'object' && value !== null && 'sql' in value;
}

function sqlOf(value: SQLInputValue | Expression): string {
  return isExpression(value) ? value.sql : '?';
}
