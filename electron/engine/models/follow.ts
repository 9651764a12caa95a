import type { CustomModelKind } from '#shared/custom-models.ts';
import { isNo } from '../../adapters/service/failure-problem.ts';
import { learn } from './claims.ts';
import type { CustomModelContext } from './context.ts';
import { operationsOf } from './kinds.ts';
import { lookThrough } from './sync.ts';

/** Intervals in s between the queries about an entry in preparation; the last interval is repeated. */
const GAPS = [2, 2, 3, 4, 6, 8, 12, 18, 27, 40, 60] as const;
/** Number of queries at the same time. */
const AT_ONCE = 4;
/** Number of consecutive answers that an entry doesn't exist after which the account is synced. */
const REFUSALS_BEFORE_SYNC = 3;
/** Length of one sleep in ms; new work ends it early. */
const LONGEST_SLEEP = 3_600_000;

/** The state of following one model or scene in this run of the program. */
interface FollowState {
  asked: number;
  noes: number;
  /** Monotonic ms of the next query. */
  due: number;
}

/**
 * Queries the service about models and scenes in preparation until each is complete or has failed.
 * New entries in the account are followed, too. Runs until aborted.
 */
export async function follow(context: CustomModelContext, signal: AbortSignal): Promise<void> {
  const { ledger, clock } = context;
  const followed = new Map<string, FollowState>();
  const rest = context.news.listen();
  while (!signal.aborted) {
    const now = clock.mono();
    const rows = ledger.customModels
      .toFollow()
      .map(({ kind, id }) => ({ kind, id, key: `${kind} ${id}` }));
    const keys = new Set(rows.map(({ key }) => key));
    for (const key of followed.keys()) if (!keys.has(key)) followed.delete(key);
    for (const { key } of rows) {
      if (!followed.has(key)) followed.set(key, { asked: 0, noes: 0, due: now });
    }
    const due = rows.filter(({ key }) => (followed.get(key)?.due ?? 0) <= now);
    for (let at = 0; at < due.length && !signal.aborted; at += AT_ONCE) {
      const some = due.slice(at, at + AT_ONCE);
      await Promise.all(
        some.map(async ({ kind, id, key }) => {
          const one = followed.get(key);
          if (one !== undefined) await ask(context, kind, id, one, signal);
        }),
      );
    }
    const next = Math.min(...[...followed.values()].map((one) => one.due));
    const ms = Math.min(LONGEST_SLEEP, Math.max(0, next - clock.mono()));
    if (due.length === 0) await rest(ms, signal);
  }
}

async function ask(
  context: CustomModelContext,
  kind: CustomModelKind,
  id: number,
  one: FollowState,
  signal: AbortSignal,
): Promise<void> {
  const answer = await operationsOf(context.service, kind).query(id, { signal });
  const gap = (GAPS[one.asked] ?? GAPS.at(-1) ?? 0) * 1000;
  one.asked += 1;
  one.due =
    context.clock.mono() + Math.max(gap, answer.ok ? 0 : (answer.failure.retryAfterMs ?? 0));
  if (answer.ok) {
    one.noes = 0;
    if (learn(context, kind, answer.value)) context.changed(kind);
    return;
  }
  one.noes = isNo(answer.failure) ? one.noes + 1 : 0;
  // a single refusal may come from a server of the service that does not know the entry yet
  if (one.noes >= REFUSALS_BEFORE_SYNC) await lookThrough(context, kind, signal);
}
