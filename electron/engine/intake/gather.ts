import type { PhotoOrder } from './take.ts';

/** A photo in a drop that is still being counted. */
interface CountedPhoto {
  readonly wanted: PhotoOrder;
  /** Monotonic ms since which its file has been unchanged. */
  readonly since: number;
}

/** Files that may still become photos in the drop. */
export interface Coming {
  readonly files: number;
  /** Monotonic ms at which the last of these files changed; -Infinity if there are none. */
  readonly last: number;
}

/**
 * Counts the photos in a drop before any of them is bought, so that the user is asked only once about all of them.
 * Photos that arrive slowly are not counted as a drop: see `isStillComing`.
 */
export interface Gathering {
  add(wanted: PhotoOrder, since: number): void;
  has(path: string): boolean;
  photos(): number;
  /** Returns whether the drop continues; nothing is decided before the drop ends. */
  goesOn(coming: Coming, limit: number, now: number): boolean;
  /** Returns the monotonic ms of the next check; Infinity if no photo has been counted. */
  nextAt(limit: number): number;
  all(): readonly PhotoOrder[];
  /** Forgets the counted photos once the decision is saved; the next photo begins a new drop. */
  clear(): void;
}

/** Time in ms after which a drop that has not ended is decided with the photos counted so far. */
export const longestDrop = 60_000;

/** The current state of a drop; times in monotonic ms. */
interface Drop extends Coming {
  readonly photos: number;
  readonly first: number;
}

/**
 * Returns whether to wait for more photos in a drop: either some files have not been counted yet and would take the
 * drop above `limit`, or photos arrive fast enough to exceed `limit` within a minute. In the latter case, the drop
 * has ended when nothing has changed for `settleMs`, so that a drop of a few photos is hardly delayed.
 */
export function isStillComing(drop: Drop, limit: number, settleMs: number, now: number): boolean {
  const age = now - drop.first;
  if (age >= longestDrop) return false;
  const total = drop.photos + drop.files;
  if (drop.files > 0 && total > limit) return true;
  return now - drop.last < settleMs && total > (limit * age) / longestDrop;
}

export function createGathering(settleMs: number): Gathering {
  const counted = new Map<string, CountedPhoto>();
  let last: Coming = { files: 0, last: -Infinity };

  const drop = (): Drop => {
    const times = [...counted.values()].map(({ since }) => since);
    return {
      photos: counted.size,
      files: last.files,
      first: Math.min(...times),
      last: Math.max(last.last, ...times),
    };
  };

  return {
    add: (wanted, since) => void counted.set(wanted.photo.path, { wanted, since }),
    has: (path) => counted.has(path),
    photos: () => counted.size,
    goesOn(coming, limit, now) {
      last = coming;
      return isStillComing(drop(), limit, settleMs, now);
    },
    nextAt(limit) {
      if (counted.size === 0) return Infinity;
      const { first, last, photos, files } = drop();
      const end = first + longestDrop;
      if (files > 0 && photos + files > limit) return end;
      return Math.min(end, last + settleMs, first + ((photos + files) * longestDrop) / limit);
    },
    all: () => [...counted.values()].map(({ wanted }) => wanted),
    clear: () => counted.clear(),
  };
}
