import { createHash } from 'node:crypto';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Tables } from './rows.ts';

/** The service whose purchases the ledger records. Purchases from two services must never be mixed. */
export interface OwnerRepository {
  /**
   * Checks whether the ledger may be used with a service, given by its origin or as `demo`. It may,
   * unless the ledger contains anything that was sent to another service. Problem: ledger-elsewhere.
   */
  readonly check: (origin: string) => Outcome<void>;
  /** Checks a service as `check` does, and assigns the ledger to it. */
  readonly claim: (origin: string) => Outcome<void>;
  /** Returns the service to which the ledger belongs; null if it belongs to none yet. */
  readonly origin: () => string | null;
  /** Returns the `accountMark` of the key last used; null if unknown. */
  readonly account: () => string | null;
  readonly setAccount: (mark: string) => void;
}

/** Stands for the demo, which has no fixed origin because its address changes at each startup. */
const demoOrigin = 'demo';

/**
 * SQL that checks for data that only makes sense for one service: data sent to that service or
 * received from it.
 */
const SERVICE_DATA = `SELECT EXISTS (SELECT 1 FROM executions) OR EXISTS (SELECT 1 FROM purchases)
  OR EXISTS (SELECT 1 FROM jobs WHERE task_id IS NOT NULL OR uploads IS NOT NULL)
  OR EXISTS (SELECT 1 FROM own)
  OR EXISTS (SELECT 1 FROM own_creations WHERE known IS NOT NULL OR uploads LIKE '%"%')`;

export function ownerRepository(db: Tables): OwnerRepository {
  const owner = () => db.value<string>('SELECT origin FROM owner') ?? null;
  const hasDealings = () => db.value(SERVICE_DATA) === 1;

  const check = (origin: string): Outcome<void> => {
    const known = owner();
    if (known === null || known === origin || !hasDealings()) return success(undefined);
    return failure(
      'ledger-elsewhere',
      { owner: nameOf(known), asked: nameOf(origin) },
      { about: known },
    );
  };

  return {
    check,
    origin: owner,
    account: () => db.value('SELECT account FROM owner') ?? null,
    setAccount: (mark) => void db.run('UPDATE owner SET account = ?', mark),
    claim: (origin) =>
      db.transaction(() => {
        const checked = check(origin);
        if (!checked.ok || owner() === origin) return checked;
        db.run('DELETE FROM owner');
        db.run('INSERT INTO owner (origin) VALUES (?)', origin);
        return checked;
      }),
  };
}

/**
 * Returns a short text that distinguishes one key of a service from another but does not reveal the
 * key: 32 bits of a hash, which millions of possible keys share.
 */
export function accountMark({ url, key }: { readonly url: string; readonly key: string }): string {
  return createHash('sha256')
    .update(`${originOf(url)} ${key}`)
    .digest('hex')
    .slice(0, 8);
}

/** Returns the mark of a key for a shared studio, by which its stations recognise that they use the same key. */
export function studioAccountMark(
  studioId: string,
  { url, key }: { readonly url: string; readonly key: string },
): string {
  return accountMark({ url, key: `${studioId} ${key}` });
}

/** Returns the origin of a service from its checked address; null is the demo service. */
export function originOf(url: string | null): string {
  return url === null ? demoOrigin : new URL(url).origin;
}

function nameOf(origin: string): string {
  return origin === demoOrigin ? 'the demo service' : origin;
}
