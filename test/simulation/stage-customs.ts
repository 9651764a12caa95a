import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import { creationsOf, type Custom } from './customs.ts';
import type { Account } from './people.ts';
import type { Program } from './program.ts';
import type { World } from './world.ts';

const never = new AbortController().signal;

/** A person asks for one, unless the ledger has it already. */
export async function askFor(
  { who, kind, name, photos }: Custom,
  here: Program | null,
  shelf: Database,
  account: Account,
): Promise<void> {
  // a program that died after the commit has acknowledged nothing
  if (shelf.get(KNOWN, `%/${who}/%`) !== undefined) account.admitted.add(who);
  if (here === null || account.admitted.has(who)) return;
  const outcome = await here.own.create(kind, name, photos, never);
  if (outcome.ok) account.admitted.add(who);
}

const KNOWN = 'SELECT 1 FROM own_creations WHERE photos LIKE ?';

/** A person goes through the creations: tries some again, and dismisses some. */
export function actOnCustoms(
  { chance, tell }: World,
  { ledger, own }: Program,
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
        own.again(id);
      } else if ((state === 'stopped' || state === 'preparing') && draw > 0.93) {
        tell(who, 'a person: dismiss');
        own.putAway(id);
      }
    }
  }
}
