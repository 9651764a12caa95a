/** Pieces of a picture that are fetched when they are wanted and kept while they may be again. */
export interface Shelf<T> {
  /** The piece, where it has come. */
  get(key: string): T | undefined;
  /** What `who` wants from now on, the most urgent first, instead of what it wanted before. */
  want(who: object, keys: readonly string[]): void;
  /** Tries again what could not be had. */
  retry(): void;
  close(): void;
}

/** Pieces fetched at once; a browser allows six to one address, and small pictures come there, too. */
const AT_ONCE = 4;
/** Pieces kept that nobody wants now: a megabyte each. */
const SPARE = 48;

/**
 * @param parts.fetch null where the piece cannot be had
 * @param parts.drop frees what a piece holds
 * @param parts.onMissing is told once that a piece cannot be had
 */
export function createShelf<T>(parts: {
  fetch(key: string, signal: AbortSignal): Promise<T | null>;
  drop(piece: T): void;
  onArrival(): void;
  onMissing(): void;
}): Shelf<T> {
  const wishes = new Map<object, readonly string[]>();
  /** The last wanted one is the last. */
  const kept = new Map<string, T>();
  const underWay = new Map<string, AbortController>();
  const missing = new Set<string>();
  let isClosed = false;

  async function bring(key: string): Promise<void> {
    const stop = new AbortController();
    underWay.set(key, stop);
    const piece = await parts.fetch(key, stop.signal);
    underWay.delete(key);
    if (isClosed) {
      if (piece !== null) parts.drop(piece);
      return;
    }
    if (piece !== null) {
      kept.set(key, piece);
      parts.onArrival();
    } else if (!stop.signal.aborted) {
      missing.add(key);
      parts.onMissing();
    }
    work();
  }

  function work(): void {
    if (isClosed) return;
    const wanted = new Set([...wishes.values()].flat());
    // all pieces are made for the first one: it is not given up, and nothing waits beside it
    const isFirst = kept.size === 0;
    if (!isFirst) for (const [key, stop] of underWay) if (!wanted.has(key)) stop.abort();
    for (const key of wanted) {
      if (underWay.size >= (isFirst ? 1 : AT_ONCE)) break;
      if (!kept.has(key) && !underWay.has(key) && !missing.has(key)) void bring(key);
    }
    clearOut(wanted);
  }

  function clearOut(wanted: ReadonlySet<string>): void {
    const spare = [...kept.keys()].filter((key) => !wanted.has(key));
    for (const key of spare.slice(0, Math.max(0, spare.length - SPARE))) {
      const piece = kept.get(key);
      kept.delete(key);
      if (piece !== undefined) parts.drop(piece);
    }
  }

  return {
    get: (key) => kept.get(key),
    want(who, keys) {
      wishes.set(who, keys);
      for (const key of keys) {
        const piece = kept.get(key);
        if (piece === undefined) continue;
        kept.delete(key);
        kept.set(key, piece);
      }
      work();
    },
    retry() {
      missing.clear();
      work();
    },
    close() {
      isClosed = true;
      for (const stop of underWay.values()) stop.abort();
      for (const piece of kept.values()) parts.drop(piece);
      kept.clear();
    },
  };
}
