import { failure } from '#shared/failure.ts';
import { causeText, type Failure } from '#shared/problem.ts';

/**
 * SQLSTATE classes of errors after which the same statement can succeed later: connection, resources, shutdown, disk.
 */
const PASSING = /^(?:08|53|57|58|55|40|25006)/u;
/** SQLSTATE of a refused login. */
const REFUSED = /^(?:28|3D)/u;
const DENIED = '42501';
/** Node's error codes for a certificate that is not trusted. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|HOSTNAME/u;

/**
 * Returns the problem of a failed statement or connection; rethrows any other error of the database, because it is a
 * bug. Problems: studio-unreachable, studio-refused, studio-certificate.
 */
export function databaseFailure(error: unknown): Failure {
  const code = codeOf(error);
  const detail = causeText(error);
  if (CERTIFICATE.test(code)) return failure('studio-certificate', {}, { detail });
  if (REFUSED.test(code) || code === DENIED) return failure('studio-refused', {}, { detail });
  const isSql = /^[0-9A-Z]{5}$/u.test(code);
  if (isSql && !PASSING.test(code)) throw error;
  return failure('studio-unreachable', {}, { detail });
}

/** Returns the SQLSTATE of a database error or the code of a connection error; empty if there is none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
