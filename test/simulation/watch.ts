import { limitsIn, type LimitPeriod, type SpendingLimits } from '#shared/spending-limits.ts';
import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import type { Account } from './people.ts';
import type { Photo } from './photos.ts';
import type { Reply } from './replies.ts';
import type { Life } from './time.ts';
import type { World } from './world.ts';

/**
 * Checks each request to execute against the protocol when the request is sent. A check of the purchases alone
 * would miss most breaches of the protocol, because a breach rarely leads to a second purchase.
 */
export interface Watch {
  /** Records that the first byte of a request to execute with `images` images was sent. */
  leaves(life: Life, who: string, task: string, images: number): void;
  /** Records that a complete answer of the service has reached the program. */
  arrives(life: Life, who: string, request: Readonly<Record<string, unknown>>, reply: Reply): void;
  /** Sets the limits that apply from now on. */
  limit(studio: SpendingLimits, folder: SpendingLimits): void;
  /** Executions that complete answers have listed, by photo. */
  readonly listed: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Returns the number of complete answers that did not list the undecided request of a photo; null if no
   * request is undecided.
   */
  empties(who: string): number | null;
}

/** Minimum number of answers before a request in doubt may be decided. */
export const answersInDoubt = 3;

/** A request to execute whose outcome the client cannot know yet. */
interface UndecidedJob {
  readonly sentAt: number;
  /** How often the user had requested one more execution when this request was sent. */
  readonly asked: number;
  /** Number of complete answers since this request was sent that did not list its execution. */
  empties: number;
}

/**
 * How much may be spent in each day or month: the limit, or the amount that was already reserved when the limit
 * was set, whichever is larger.
 */
interface Allowance {
  readonly what: Sums;
  readonly limit: number;
  readonly before: ReadonlyMap<string, number>;
}

export function createWatch(
  world: World,
  shelf: Database,
  photos: readonly Photo[],
  account: Account,
): Watch {
  const { time } = world;
  const recipes = new Map(photos.map((photo) => [photo.who, photo.recipe.recipe]));
  const listed = new Map<string, Set<string>>();
  const undecided = new Map<string, UndecidedJob>();
  /** When the current life last received all executions of a task, by task. */
  const told = new Map<string, { readonly life: number; readonly at: number }>();
  const lastSent = new Map<string, number>();
  let allowances: readonly Allowance[] = [];

  const amounts = (what: Sums, which: string): Map<string, number> =>
    new Map(shelf.all<Sum>(sumsOf(what, which)).map(({ key, amount }) => [key, amount]));
  const allowancesOf = (limits: SpendingLimits, isOfFolder: boolean): readonly Allowance[] => {
    const set = limitsIn(limits).map(({ per, unit, amount }) => ({
      what: { per, unit, isOfFolder },
      limit: amount,
    }));
    // if there is a limit in money, nothing may be bought without a known price
    const blind = set
      .filter(({ what }) => what.unit === 'money')
      .map(({ what }) => ({ what: { ...what, unit: 'unpriced' as const }, limit: 0 }));
    return [...set, ...blind].map((one) => ({ ...one, before: amounts(one.what, reserved) }));
  };

  const checkSpending = (who: string, { what, limit, before }: Allowance) => {
    for (const [key, spent] of amounts(what, sent)) {
      if (spent <= Math.max(limit, before.get(key) ?? 0)) continue;
      world.breach(`${who}: ${what.unit} ${spent} in ${key}, the limit is ${limit}`);
    }
  };

  const checkDoubt = (who: string) => {
    const open = undecided.get(who);
    if (open === undefined || asked(who) > open.asked) return;
    if (recipes.get(who)?.onDoubt !== 'resend') {
      world.breach(`${who}: sent again in doubt, and nobody asked for it`);
    } else if (time.now() - open.sentAt < world.doubtWindow) {
      world.breach(`${who}: sent again before the doubt window had passed`);
    } else if (open.empties < answersInDoubt + 1) {
      // one more answer is requested before each execute
      world.breach(`${who}: sent again after ${open.empties} empty answers`);
    }
  };

  const asked = (who: string): number => account.askedFor.get(who) ?? 0;

  return {
    listed,
    empties: (who) => undecided.get(who)?.empties ?? null,
    leaves(life, who, task, count) {
      world.tell(who, 'execute: the bytes leave');
      const answer = told.get(task);
      if (answer?.life !== life.number || answer.at < (lastSent.get(task) ?? -1)) {
        world.breach(`${who}: executed without knowing what the task contains`);
      }
      lastSent.set(task, time.now());
      const rows = shelf.all<{ images: number }>(SENDING, task);
      if (rows.length !== 1) world.breach(`${who}: ${rows.length} rows say that it is being sent`);
      else if (rows[0]?.images !== count) world.breach(`${who}: reserved ${rows[0]?.images}`);
      checkDoubt(who);
      for (const allowance of allowances) checkSpending(who, allowance);
      undecided.set(who, { sentAt: time.now(), asked: asked(who), empties: 0 });
    },
    arrives(life, who, { taskId, executionId, params }, { envelope }) {
      if (params !== undefined) {
        undecided.delete(who);
        return;
      }
      const { executions } = (envelope['data'] ?? {}) as { executions?: { executionId: string }[] };
      if (executions === undefined) return;
      if (executionId === undefined) {
        told.set(String(taskId), { life: life.number, at: time.now() });
      }
      const known = listed.get(who) ?? new Set();
      listed.set(who, known);
      const fresh = executions.filter((e) => !known.has(e.executionId));
      for (const { executionId: id } of fresh) known.add(id);
      const open = undecided.get(who);
      if (fresh.length > 0) undecided.delete(who);
      else if (open !== undefined && executionId === undefined) open.empties += 1;
    },
    limit(forStudio, forFolder) {
      allowances = [...allowancesOf(forStudio, false), ...allowancesOf(forFolder, true)];
    },
  };
}

const SENDING = "SELECT images FROM executions WHERE task_id = ? AND state = 'sending'";

interface Sum {
  /** The day or month, and the hot folder if there is one. */
  readonly key: string;
  readonly amount: number;
}

/** Which amounts are added up: all amounts of the studio, or the amounts of each hot folder separately. */
interface Sums {
  readonly per: LimitPeriod;
  readonly unit: 'images' | 'money' | 'unpriced';
  readonly isOfFolder: boolean;
}

/**
 * SQL condition for executions that count towards a limit. An execution that was found at the service, but was not
 * sent from this ledger, does not count.
 */
const sent = "e.sent_at IS NOT NULL AND e.state NOT IN ('rejected', 'void')";
const reserved = `(e.state = 'intent' OR ${sent})`;
const amountOf = {
  images: 'e.images',
  money: 'coalesce(e.images * e.price, 0)',
  unpriced: 'e.price IS NULL',
} as const;

function sumsOf({ per, unit, isOfFolder }: Sums, which: string): string {
  const period = per === 'day' ? 'e.day' : 'substr(e.day, 1, 7)';
  const key = isOfFolder ? `${period} || ' of hot folder ' || j.hot_folder_id` : period;
  return `SELECT ${key} AS key, sum(${amountOf[unit]}) AS amount
    FROM executions e JOIN jobs j ON j.id = e.job_id
    WHERE ${which} ${isOfFolder ? 'AND j.hot_folder_id IS NOT NULL' : ''} GROUP BY 1`;
}
