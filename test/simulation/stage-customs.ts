import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import { beginCreation } from '../models/begin.ts';
import { creationsOf, type Custom } from './customs.ts';
import type { Account } from './people.ts';
import type { Program } from './program.ts';
import type { Life } from './time.ts';
import type { World } from './world.ts';

/**
 * Requests a custom model or scene, as a user would who waits for the answer and can see which creations the
 * ledger already has.
 */
export type AskFor = (custom: Custom, here: Program | null) => Promise<void>;

export function createAsking(shelf: Database, account: Account): AskFor {
  const { admitted } = account;
  /** The life in which each custom model or scene was last requested, as long as there is no answer. */
  const asked = new Map<string, Life>();
  return async ({ who, kind, name, photos }, here) => {
    // if the program crashed after the commit, the request was not confirmed, but the user sees the creation
    if (shelf.get(KNOWN, `%/${who}/%`) !== undefined) admitted.add(who);
    if (here === null || admitted.has(who) || asked.get(who) === here.life) return;
    asked.set(who, here.life);
    try {
      const outcome = await beginCreation(here, { kind, name, photos });
      if (outcome.ok) admitted.add(who);
    } finally {
      asked.delete(who);
    }
  };
}

const KNOWN = 'SELECT 1 FROM own_creations WHERE photos LIKE ?';

/** Acts on creations as a user does: retries some, and dismisses some. */
export function actOnCustoms(
  { chance, tell }: World,
  { ledger, customModels }: Program,
  customs: readonly Custom[],
  account: Account,
): void {
  for (const custom of customs) {
    const { who } = custom;
    for (const { id, state } of creationsOf(ledger, custom)) {
      const draw = chance.number(`person ${who}`);
      if (state === 'stopped' && draw < 0.4) {
        account.askedFor.set(who, (account.askedFor.get(who) ?? 0) + 1);
        tell(who, 'a person: again');
        customModels.again(id);
      } else if ((state === 'stopped' || state === 'preparing') && draw > 0.93) {
        tell(who, 'a person: dismiss');
        customModels.putAway(id);
      }
    }
  }
}
