import { createHash } from 'node:crypto';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { Tables } from './rows.ts';

/** The service whose purchases the ledger holds. Two services' must never be taken for each other. */
export interface OwnerRepository {
  /**
   * Whether the ledger may be used with a service: its origin, or `demo`. Yes, as long as it holds
   * nothing that was ever sent to another. Problem: ledger-elsewhere.
   */
  readonly check: (origin: string) => Outcome<void>;
  /** The same, and the ledger is that service's from now on. */
  readonly claim: (origin: string) => Outcome<void>;
  /** The service that it is of; null while it is nobody's. */
  readonly origin: () => string | null;
  /** `accountMark` of the key that its account was last known by; null while it was not. */
  readonly account: () => string | null;
  readonly setAccount: (mark: string) => void;
}

/** The demo's address is another one at each start. */
const demoOrigin = 'demo';

/** Anything that only the service it was sent to, or that told it, knows about. */
const DEALINGS = `SELECT EXISTS (SELECT 1 FROM executions) OR EXISTS (SELECT 1 FROM purchases)
  OR EXISTS (SELECT 1 FROM jobs WHERE task_id IS NOT NULL OR uploads IS NOT NULL)
  OR EXISTS (SELECT 1 FROM own)
  OR EXISTS (SELECT 1 FROM own_creations WHERE known IS NOT NULL OR uploads LIKE '%"%')`;

export function ownerRepository(db: Tables): OwnerRepository {
  const owner = () => db.value<string>('SELECT origin FROM owner') ?? null;
  const hasDealings = () => db.value(DEALINGS) === 1;

  const check = (origin: string): Outcome<void> => {
    const known = owner();
    if (known === null || known === origin || !hasDealings()) return success(undefined);
    return failure(
      'ledger-elsewhere',
      `This ledger belongs to ${nameOf(known)} and is not used with ${nameOf(origin)}. Choose a separate data folder for each service with --data; nothing was changed.`,
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
 * What tells one key of a service from the next, and is no way back to it: 32 bits of a hash, which
 * millions of keys share.
 */
export function accountMark({ url, key }: { readonly url: string; readonly key: string }): string {
  return createHash('sha256')
    .update(`${originOf(url)} ${key}`)
    .digest('hex')
    .slice(0, 8);
}

/** The origin of a service by its checked address; null is the demo service. */
export function originOf(url: string | null): string {
  return url === null ? demoOrigin : new URL(url).origin;
}

function nameOf(origin: string): string {
  return origin === demoOrigin ? 'the demo service' : origin;
}
