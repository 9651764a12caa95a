import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import type { Arrival, Reply } from './replies.ts';
import type { Account } from './people.ts';
import type { Life } from './time.ts';
import type { World } from './world.ts';
import { answersInDoubt } from './watch.ts';

/**
 * Checks each request for a custom model or scene against the protocol when the request is sent. Therefore also
 * finds requests that were sent without evidence, even if by chance nothing was created twice.
 */
export interface CustomWatch {
  /** Records that the first byte of a request for `who` was sent. */
  leaves(life: Life, who: string): void;
  /** Records that a complete answer of the service has reached the program. */
  arrives(life: Life, request: Pick<Arrival, 'path' | 'query'>, who: string, reply: Reply): void;
  /** Returns whether a request for `who` is undecided and the service was not queried often enough to decide. */
  isTooSoon(who: string): boolean;
}

/** A request whose outcome the client cannot know yet. */
interface UndecidedCreation {
  readonly resource: string;
  readonly sentAt: number;
  /** How often the user had requested one more creation when this request was sent. */
  readonly asked: number;
  /** Number of complete lists of the account that have arrived since this request was sent. */
  lists: number;
}

export function createCustomWatch(world: World, shelf: Database, account: Account): CustomWatch {
  const { time } = world;
  const undecided = new Map<string, UndecidedCreation>();
  /** When the current life last received each list. */
  const told = new Map<string, { readonly life: number; readonly at: number }>();
  const lastSent = new Map<string, number>();
  const asked = (who: string): number => account.askedFor.get(who) ?? 0;

  return {
    leaves(life, who) {
      world.tell(who, 'create: the bytes leave');
      const rows = shelf.all<{ kind: string }>(SENDING, `%/${who}/%`);
      if (rows.length !== 1) world.breach(`${who}: ${rows.length} rows say that it is being sent`);
      const resource = rows[0]?.kind === 'scene' ? 'locations' : 'fashionModels';
      const answer = told.get(resource);
      if (answer?.life !== life.number || answer.at < (lastSent.get(who) ?? -1)) {
        world.breach(`${who}: created without knowing what the account contains`);
      }
      lastSent.set(who, time.now());
      const open = undecided.get(who);
      if (open !== undefined && asked(who) <= open.asked) {
        world.breach(`${who}: created again in doubt, and nobody asked for it`);
      }
      undecided.set(who, { resource, sentAt: time.now(), asked: asked(who), lists: 0 });
    },
    arrives(life, { path, query }, who, { status }) {
      if (path.endsWith('/create')) undecided.delete(who);
      if (path !== '/agent/info' || status !== 200) return;
      const resource = query.get('resourceType') ?? '';
      told.set(resource, { life: life.number, at: time.now() });
      for (const open of undecided.values()) if (open.resource === resource) open.lists += 1;
    },
    isTooSoon(who) {
      const open = undecided.get(who);
      return open !== undefined && open.lists < answersInDoubt;
    },
  };
}

const SENDING = "SELECT kind FROM own_creations WHERE state = 'sending' AND photos LIKE ?";
