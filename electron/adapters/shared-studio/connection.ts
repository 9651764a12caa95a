import { readFile } from 'node:fs/promises';
import { Client, Pool, type PoolConfig } from 'pg';
import { success, type Outcome } from '#shared/problem.ts';
import { isLoopback, type DatabaseAddress } from './address.ts';
import { databaseFailure } from './problems.ts';
import { SCHEMA } from './migrate.ts';

/** How to reach a shared studio's database. */
export interface DatabaseAccess extends DatabaseAddress {
  readonly password: string | null;
  /** Absolute path of a PEM file with the certificate authority; null for the system's certificate authorities. */
  readonly certificateFile: string | null;
}

/**
 * Time limits in ms for a connection and for a statement; short, so that a station notices in time that the database
 * cannot be reached.
 */
const CONNECT = 5000;
const STATEMENT = 8000;
/** Maximum number of connections of one station. */
const MOST = 4;

/** Returns a pool, which opens connections when they are needed. */
export async function openPool(access: DatabaseAccess): Promise<Pool> {
  const pool = new Pool({ ...(await configOf(access)), max: MOST, idleTimeoutMillis: 30_000 });
  // the next statement replaces an idle connection that broke, and reports an error if it cannot
  pool.on('error', () => {});
  return pool;
}

/** Runs `work` on a connection of its own. Problems: those of `databaseFailure` and of `work`. */
export async function withClient<T>(
  access: DatabaseAccess,
  work: (client: Client) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const client = new Client(await configOf(access));
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    return databaseFailure(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs a statement. Problems: those of `databaseFailure`. */
export async function run<Row extends object>(
  pool: Pool,
  sql: string,
  values: readonly unknown[],
): Promise<Outcome<Row[]>> {
  try {
    const { rows } = await pool.query<Row>(sql, [...values]);
    return success(rows);
  } catch (error) {
    return databaseFailure(error);
  }
}

/** Returns the options of a connection. TLS with a verified certificate is required except on this computer. */
export async function configOf(access: DatabaseAccess): Promise<PoolConfig> {
  const { host, port, database, user, password, certificateFile } = access;
  const ca = certificateFile === null ? {} : { ca: await certificatesIn(certificateFile) };
  const isTls = !isLoopback(host) || certificateFile !== null;
  return {
    host,
    port,
    database,
    user,
    ...(password === null ? {} : { password }),
    ssl: isTls ? { ...ca, rejectUnauthorized: true, servername: host } : false,
    connectionTimeoutMillis: CONNECT,
    statement_timeout: STATEMENT,
    query_timeout: STATEMENT + 1000,
    idle_in_transaction_session_timeout: STATEMENT,
    keepAlive: true,
    application_name: 'darkslide',
    options: `-c search_path=${SCHEMA}`,
  };
}

/** Reads trusted certificates. Without the file, no certificate is trusted, so a connection says what is wrong. */
async function certificatesIn(file: string): Promise<string | string[]> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return [];
  }
}
