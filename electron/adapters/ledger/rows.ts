import type { SQLInputValue } from 'node:sqlite';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { Database } from './sqlite.ts';

/** SQL that gives a column its value. */
interface Expression {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Values of columns by their names in camel case, as rows are read. */
export type Fields = Readonly<Record<string, SQLInputValue | Expression>>;

/** Returns a value that SQL works out, from the row as it is: `expression('attempts + 1')`. */
export function expression(sql: string, ...values: SQLInputValue[]): Expression {
  return { sql, values };
}

/** Returns the id of the new row. */
export function insertRow(db: Database, table: string, fields: Fields): number {
  return db.insert(...insertion('INSERT', table, fields));
}

/** Inserts a row in place of the one with its key. */
export function putRow(db: Database, table: string, fields: Fields): void {
  db.run(...insertion('INSERT OR REPLACE', table, fields));
}

/** Changes the rows that the condition holds for; returns how many there are. */
export function updateRows(
  db: Database,
  table: string,
  fields: Fields,
  where: string,
  ...values: SQLInputValue[]
): number {
  const set = Object.entries(fields).map(([name, value]) => `${columnOf(name)} = ${sqlOf(value)}`);
  const sql = `UPDATE ${table} SET ${set.join(', ')} WHERE ${where}`;
  return db.run(sql, ...valuesOf(fields), ...values);
}

/** Reads the only column of the first row. */
export function readValue<Value>(
  db: Database,
  sql: string,
  ...values: SQLInputValue[]
): Value | undefined {
  const row = db.get<object>(sql, ...values);
  return row === undefined ? undefined : (Object.values(row)[0] as Value);
}

/** Reads the only column of all rows. */
export function readColumn<Value>(db: Database, sql: string, ...values: SQLInputValue[]): Value[] {
  const rows = db.all<Readonly<Record<string, Value>>>(sql, ...values);
  const [name = ''] = Object.keys(rows[0] ?? {});
  return rows.map((row) => row[name] as Value);
}

/** Returns the column of a field: `task_id` of `taskId`. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The columns of a row that hold a problem. */
export interface ProblemColumns {
  readonly code: ProblemCode | null;
  readonly message: string | null;
  readonly about: string | null;
}

/** Returns the columns that hold a problem, or that there is none. */
export function problemColumns(problem: Problem | null): ProblemColumns {
  const { code = null, message = null, about = null } = problem ?? {};
  return { code, message, about };
}

/** Returns a problem as it was written down, with what a screen needs to say it in its language. */
export function problemIn({ code, message, about }: ProblemColumns): Problem | null {
  if (code === null) return null;
  return { code, message: message ?? '', ...(about === null ? {} : { about }) };
}

function insertion(verb: string, table: string, fields: Fields): [string, ...SQLInputValue[]] {
  const columns = Object.keys(fields).map(columnOf).join(', ');
  const values = Object.values(fields).map(sqlOf).join(', ');
  return [`${verb} INTO ${table} (${columns}) VALUES (${values})`, ...valuesOf(fields)];
}

function isExpression(value: SQLInputValue | Expression): value is Expression {
  return typeof value === 'object' && value !== null && 'sql' in value;
}

function sqlOf(value: SQLInputValue | Expression): string {
  return isExpression(value) ? value.sql : '?';
}

function valuesOf(fields: Fields): SQLInputValue[] {
  return Object.values(fields).flatMap((value) => (isExpression(value) ? value.values : [value]));
}
