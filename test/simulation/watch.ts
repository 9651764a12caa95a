import type { Database } from '#electron/adapters/ledger/sqlite.ts';
import type { Account } from './people.ts';
import type { Photo } from './photos.ts';
import type { Reply } from './replies.ts';
import type { Life } from './time.ts';
import type { World } from './world.ts';

/**
 * Checks each request to execute against the protocol when it happens, at the wire, and not only by its result: most
 * breaches of the protocol buy nothing twice, until one day they do.
 */
export interface Watch {
  /** Records that the first byte of a request to execute `images` images is sent. */
  leaves(life: Life, who: string, task: string, images: number): void;
  /** Records that the service's own answer to a request reached the program completely. */
  arrives(life: Life, who: string, request: Readonly<Record<string, unknown>>, reply: Reply): void;
  /** Sets the limits, in images per day, from now on; null for none. */
  limit(studio: number | null, folder: number | null): void;
  /** Executions that complete answers have listed, by photo. */
  readonly listed: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Returns the number of complete answers that did not list a photo's undecided request; null when none is undecided.
   */
  empties(who: string): number | null;
}

/** Minimum number of answers about a request in doubt. */
export const answersInDoubt = 3;

/** A request to execute whose outcome the client cannot know yet. */
interface UndecidedJob {
  readonly sentAt: number;
  /** How often the user had requested one more by then. */
  readonly asked: number;
  /** Complete answers since then that did not list it. */
  empties: number;
}

/** What may be spent on each local day: the limit, or what had been reserved when it was set. */
interface Allowance {
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
  /** By task: when the current life last received all its executions. */
  const told = new Map<string, { readonly life: number; readonly at: number }>();
  const lastSent = new Map<string, number>();
  let studio: Allowance | null = null;
  let folder: Allowance | null = null;

  const images = (sql: string): Map<string, number> =>
    new Map(shelf.all<Sum>(sql).map(({ key, images }) => [key, images]));
  const allowance = (limit: number | null, reserved: string): Allowance | null =>
    limit === null ? null : { limit, before: images(reserved) };

  const checkSpending = (who: string, allowed: Allowance | null, sent: string) => {
    if (allowed === null) return;
    for (const [key, spent] of images(sent)) {
      if (spent <= Math.max(allowed.limit, allowed.before.get(key) ?? 0)) continue;
      world.breach(`${who}: spent ${spent} on ${key}, the limit is ${allowed.limit}`);
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
      // the last one is requested before each execute
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
        world.breach(`${who}: executed without knowing what the task holds`);
      }
      lastSent.set(task, time.now());
      const rows = shelf.all<{ images: number }>(SENDING, task);
      if (rows.length !== 1) world.breach(`${who}: ${rows.length} rows say that it is being sent`);
      else if (rows[0]?.images !== count) world.breach(`${who}: reserved ${rows[0]?.images}`);
      checkDoubt(who);
      checkSpending(who, studio, sums.sent);
      checkSpending(who, folder, sums.sentOfFolder);
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
      studio = allowance(forStudio, sums.reserved);
      folder = allowance(forFolder, sums.reservedOfFolder);
    },
  };
}

const SENDING = "SELECT images FROM executions WHERE task_id = ? AND state = 'sending'";

interface Sum {
  /** The day and the hot folder. */
  readonly key: string;
  readonly images: number;
}

/** An execution that was only found at the service had no limit to keep. */
const sent = "e.sent_at IS NOT NULL AND e.state NOT IN ('rejected', 'void')";
const reserved = `(e.state = 'intent' OR ${sent})`;
const ofStudio = (which: string) =>
  `SELECT e.day AS key, sum(e.images) AS images FROM executions e WHERE ${which} GROUP BY key`;
const ofFolder = (which: string) =>
  `SELECT e.day || ' of hot folder ' || j.hot_folder_id AS key, sum(e.images) AS images
   FROM executions e JOIN jobs j ON j.id = e.job_id
   WHERE ${which} AND j.hot_folder_id IS NOT NULL GROUP BY key`;
const sums = {
  sent: ofStudio(sent),
  sentOfFolder: ofFolder(sent),
  reserved: ofStudio(reserved),
  reservedOfFolder: ofFolder(reserved),
} as const;
