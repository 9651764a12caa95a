import { success, type Outcome } from '#shared/problem.ts';
import { readAddress } from '../../adapters/shared-studio/address.ts';
import type { DatabaseAccess } from '../../adapters/shared-studio/connection.ts';

/** A database as the user has entered it. */
export interface GivenDatabase {
  /** `postgres://user@host:port/database` */
  readonly address: string;
  readonly password: string | null;
  /** Absolute path of a PEM file; null for the system's certificate authorities. */
  readonly certificateFile: string | null;
}

/** Returns how to connect to a database. Problems: those of `readAddress`. */
export function databaseAccess({ address, ...rest }: GivenDatabase): Outcome<DatabaseAccess> {
  const read = readAddress(address);
  return read.ok ? success({ ...read.value, ...rest }) : read;
}
