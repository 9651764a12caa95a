import type { Wanting } from '#shared/views/folders.ts';
import type { FileLook } from '../../adapters/ledger/sightings.ts';
import type { Coming } from './gather.ts';
import { sameLook } from './look.ts';
import { hasPhotoName } from './names.ts';
import { sighted, type Settling, type SettleTiming } from './settle.ts';

/**
 * The files of a hot folder that have not been handled yet, in the order in which they will be
 * handled.
 */
export interface Tracker {
  /** Records a file that was found. Returns whether it is unchanged. */
  see(relative: string, look: FileLook, now: number): boolean;
  /** Makes a file wait after an inspection. */
  wait(relative: string, settling: Settling): void;
  /**
   * Ignores a file until it changes, because neither its name nor its content is that of a photo.
   */
  ignore(relative: string, look: FileLook): void;
  forget(relative: string): void;
  /** Returns the state of a tracked file; undefined if it is not tracked, or is ignored. */
  get(relative: string): Settling | undefined;
  /** Returns whether the file has been seen and not forgotten. */
  knows(relative: string): boolean;
  /** Makes a file due as soon as possible. */
  hurry(relative: string): void;
  /** Returns at most `count` files that are due for inspection. */
  due(now: number, count: number): { readonly relative: string; readonly settling: Settling }[];
  /** Returns the monotonic ms at which the next file is due; Infinity if there is none. */
  nextAt(): number;
  /** Returns how many files will be handled without a decision by the user. */
  readonly settling: () => number;
  /** Returns the files named like photos that may be admitted soon. */
  coming(): Coming;
  /**
   * Returns how many photos without tickets, or tickets without photos, have been waiting, unchanged,
   * since `before`, and the first of them.
   */
  wanting(before: number): Wanting;
  /** Runs a full scan; if the scan returns true, forgets the files that it did not see. */
  during(lookThrough: () => Promise<boolean>): Promise<void>;
}

interface Entry {
  settling: Settling;
  seenIn: number;
}

export function createTracker(timing: SettleTiming): Tracker {
  const files = new Map<string, Entry>();
  const strangers = new Map<string, { look: FileLook; seenIn: number }>();
  let round = 0;

  return {
    see(relative, look, now) {
      const stranger = strangers.get(relative);
      if (stranger !== undefined && sameLook(stranger.look, look)) {
        stranger.seenIn = round;
        return true;
      }
      strangers.delete(relative);
      const known = files.get(relative);
      const settling = sighted(known?.settling, look, now, timing);
      const isSame = settling === known?.settling;
      // a changed file goes to the end of the queue
      if (!isSame) files.delete(relative);
      files.set(relative, { settling, seenIn: round });
      return isSame;
    },
    wait(relative, settling) {
      const entry = files.get(relative);
      if (entry !== undefined) entry.settling = settling;
    },
    ignore(relative, look) {
      files.delete(relative);
      strangers.set(relative, { look, seenIn: round });
    },
    forget(relative) {
      files.delete(relative);
      strangers.delete(relative);
    },
    get: (relative) => files.get(relative)?.settling,
    knows: (relative) => files.has(relative) || strangers.has(relative),
    hurry(relative) {
      const entry = files.get(relative);
      if (entry !== undefined) entry.settling = { ...entry.settling, checkAt: 0 };
    },
    due(now, count) {
      const due: { relative: string; settling: Settling }[] = [];
      for (const [relative, { settling }] of files) {
        if (due.length >= count) break;
        if (settling.checkAt <= now) due.push({ relative, settling });
      }
      return due;
    },
    nextAt() {
      let next = Infinity;
      for (const { settling } of files.values()) next = Math.min(next, settling.checkAt);
      return next;
    },
    settling() {
      let count = 0;
      for (const { settling } of files.values()) {
        count += settling.isListed || settling.isWanting ? 0 : 1;
      }
      return count;
    },
    coming() {
      let [count, last] = [0, -Infinity];
      for (const [relative, { settling }] of files) {
        const { isListed, isWanting, pause, checkAt, since } = settling;
        if (isListed || isWanting || pause > timing.settleMs || checkAt === Infinity) continue;
        if (!hasPhotoName(relative)) continue;
        count += 1;
        last = Math.max(last, since);
      }
      return { files: count, last };
    },
    wanting(before) {
      let [count, first]: [number, string | null] = [0, null];
      for (const [relative, { settling }] of files) {
        if (!settling.isWanting || settling.since > before) continue;
        count += 1;
        first ??= relative;
      }
      return { count, first };
    },
    async during(lookThrough) {
      round += 1;
      const current = round;
      if (!(await lookThrough())) return;
      for (const map of [files, strangers]) {
        for (const [relative, { seenIn }] of map) if (seenIn < current) map.delete(relative);
      }
    },
  };
}
