import { customModelKinds, type CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CustomModelSync } from '#shared/views/custom-models.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';
import { isNo } from '../../adapters/service/failure-problem.ts';
import { listAccount, type Listing } from './account.ts';
import { claimListed, learn, type ClaimResult } from './claims.ts';
import type { CustomModelContext } from './context.ts';
import { operationsOf } from './kinds.ts';
import { checkAccount } from './same-account.ts';

/** Keeps the ledger's copy of the account current. */
export interface Sync {
  /**
   * Syncs the account now; only one sync runs at a time. Returns the first problem of an incomplete
   * list.
   */
  refresh(): Promise<Outcome<null>>;
  state(): CustomModelSync;
  /** Resolves when no sync is running; abort the signal first. */
  ended(): Promise<unknown>;
}

/** Number of simultaneous queries about entries that a list no longer contains. */
const AT_ONCE = 4;

export function createSync(context: CustomModelContext, signal: AbortSignal): Sync {
  let running: Promise<Outcome<null>> | null = null;
  let refreshedAt: number | null = null;
  let problem: Problem | null = null;

  const both = async (): Promise<Outcome<null>> => {
    const began = context.clock.wall();
    let found: Problem | null = null;
    for (const kind of customModelKinds) {
      if (signal.aborted) return failure('aborted');
      const listing = await lookThrough(context, kind, signal);
      found ??= listing.problem;
    }
    if (found === null) refreshedAt = began;
    problem = found;
    return found === null ? success(null) : failure(found);
  };

  return {
    refresh() {
      running ??= both()
        .catch((error: unknown) => {
          problem = troubleOf(error) ?? context.mistake(error);
          return failure(problem);
        })
        .finally(() => {
          running = null;
          context.tell();
        });
      context.tell();
      return running;
    },
    state: () => ({ isRefreshing: running !== null, refreshedAt, problem }),
    ended: () => running ?? Promise.resolve(),
  };
}

export interface AccountLook extends Listing {
  /** What the list shows about creations whose answer was lost, by their ids. */
  readonly found: ReadonlyMap<number, ClaimResult>;
}

/**
 * Lists the account once and records the entries of one kind: results of creations are matched with
 * their creations, other new entries are adopted, and entries missing from a complete list are
 * queried before they count as gone. If the account may be another one, nothing is recorded and the
 * list is empty.
 */
export async function lookThrough(
  context: CustomModelContext,
  kind: CustomModelKind,
  signal: AbortSignal,
): Promise<AccountLook> {
  const { customModels } = context.ledger;
  // read before the list, because an entry that is added while the pages are requested may be missing from the list
  const before = customModels.all(kind).filter(({ presence }) => presence !== 'gone');
  const listing = await listAccount(context.service, kind, signal);
  const account = await checkAccount(context, kind, listing, signal);
  if (!account.ok) {
    const problem = listing.problem ?? account.problem;
    return { ...listing, rows: [], problem, found: new Map() };
  }
  const found = await claimListed(context, kind, listing.rows, signal);
  if (writeListed(context, kind, listing)) context.changed(kind);
  if (listing.problem !== null) return { ...listing, found };
  const listed = new Set(listing.rows.map(({ id }) => id));
  const missing = before.filter(({ id }) => !listed.has(id));
  for (let at = 0; at < missing.length && !signal.aborted; at += AT_ONCE) {
    const some = missing.slice(at, at + AT_ONCE);
    await Promise.all(some.map(({ id }) => confirmGone(context, kind, id, signal)));
  }
  return { ...listing, found };
}

/** Records the listed entries. Returns whether any of them is new or has changed. */
function writeListed(
  { ledger }: CustomModelContext,
  kind: CustomModelKind,
  { rows }: Listing,
): boolean {
  const known = new Map(ledger.customModels.all(kind).map((row) => [row.id, row.status]));
  const told = rows.map(({ id, name, image, status }) => ({
    id,
    name,
    cover: image,
    images: null,
    // a list without statuses leaves the known statuses unchanged
    status: status ?? known.get(id) ?? ('Unknown' as const),
  }));
  return ledger.customModels.told(kind, told, false).length > 0;
}

/** Marks an entry that is missing from a complete list as gone, if the service confirms that. */
async function confirmGone(
  context: CustomModelContext,
  kind: CustomModelKind,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const { customModels } = context.ledger;
  const answer = await operationsOf(context.service, kind).query(id, { signal });
  if (answer.ok) {
    if (learn(context, kind, answer.value)) context.changed(kind);
  } else if (isNo(answer.failure) && customModels.get(kind, id)?.presence !== 'deleted') {
    customModels.gone(kind, id);
    context.changed(kind);
  }
}
