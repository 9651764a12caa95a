import type { PhotoOrder } from './take.ts';

/** A photo of a drop that is still being counted. */
interface CountedPhoto {
  readonly wanted: PhotoOrder;
  /** Monotonic ms since which its file has looked the same. */
  readonly since: number;
}

/** What may still become photos of the drop. */
export interface Coming {
  readonly files: number;
  /** Monotonic ms at which the last one changed; -Infinity without any. */
  readonly last: number;
}

/**
 * Counts the photos of a drop before any of them is bought, so that one question covers them all.
 * Photos that come slowly are not kept: see `isStillComing`.
 */
export interface Gathering {
  add(wanted: PhotoOrder, since: number): void;
  has(path: string): boolean;
  photos(): number;
  /** Whether the drop goes on; nothing of it is decided before it ends. */
  goesOn(coming: Coming, limit: number, now: number): boolean;
  /** Monotonic ms of the next look at it, Infinity while nothing is gathered. */
  nextAt(limit: number): number;
  all(): readonly PhotoOrder[];
  /** It is decided and written down; a new drop begins. */
  clear(): void;
}

/** ms after which a drop that goes on is decided with the photos that are there. */
export const longestDrop = 60_000;

/** A drop as it stands. Monotonic ms. */
interface Drop extends Coming {
  readonly photos: number;
  readonly first: number;
}

/**
 * Whether more of a drop is coming: a question is certain and some of its files are not counted yet, or
 * photos arrive fast enough to pass `limit` within a minute. A folder is quiet when nothing changed for
 * `settleMs`, so a few photos wait no longer than they have to anyway.
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
