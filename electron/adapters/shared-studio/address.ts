import { isIP } from 'node:net';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';

/** Where a shared studio's database is, without its password. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/**
 * Reads `postgres://user@host:port/database`. An address with a password is refused, because other users of the
 * computer can read the arguments of a command. Problems: studio-address, studio-address.password.
 */
export function readAddress(text: string): Outcome<DatabaseAddress> {
  const url = URL.parse(text);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    return failure('studio-address');
  }
  if (url.password !== '') return failure('studio-address.password');
  const database = decodeURIComponent(url.pathname.slice(1));
  const user = decodeURIComponent(url.username);
  const host = url.hostname.replace(/^\[(.*)\]$/u, '$1');
  const isPlain = url.search === '' && url.hash === '' && !database.includes('/');
  if (host === '' || database === '' || user === '' || !isPlain) return failure('studio-address');
  return success({ host, port: url.port === '' ? 5432 : Number(url.port), database, user });
}

/** Returns the address as it is written on the command line. */
export function addressText({ host, port, database, user }: DatabaseAddress): string {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return `postgres://${encodeURIComponent(user)}@${name}:${port}/${encodeURIComponent(database)}`;
}

/** Checks whether a host name refers to this computer, to which connections do not need TLS. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}
