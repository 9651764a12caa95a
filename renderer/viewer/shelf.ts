/**
 * A cache of the pieces (tiles) of a picture. The cache fetches the pieces that are needed now, and keeps a limited
 * number of other pieces, which may be needed again.
 */
export interface Shelf<T> {
  /** Returns the piece, if it has arrived. */
  get(key: string): T | undefined;
  /** Sets the pieces that `who` needs now, the most urgent piece first. */
  want(who: object, keys: readonly string[]): void;
  /** Retries pieces that could not be fetched. */
  retry(): void;
  close(): void;
}

/** Number of parallel fetches. A browser allows six per host, and thumbnails use the same host. */
const AT_ONCE = 4;
/** Maximum number of kept pieces that are not needed now; each takes about a megabyte. */
const SPARE = 48;

/**
 * @param parts.fetch Returns null if the piece is not available.
 * @param parts.drop Frees a piece.
 * @param parts.onMissing Called once for each piece that is not available.
 */
export function createShelf<T>(parts: {
  fetch(key: string, signal: AbortSignal): Promise<T | null>;
  drop(piece: T): void;
  onArrival(): void;
  onMissing(): void;
}): Shelf<T> {
  const wishes = new Map<object, readonly string[]>();
  /** In order of last use; the most recently used piece comes last. */
  const kept = new Map<string, T>();
  const loading = new Map<string, AbortController>();
  const missing = new Set<string>();
  let isClosed = false;

  async function load(key: string): Promise<void> {
    const stop = new AbortController();
    loading.set(key, stop);
    const piece = await parts.fetch(key, stop.signal);
    loading.delete(key);
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
    // the studio creates all pieces of a picture to answer the first fetch, so this fetch runs alone and is never
    // cancelled
    const isFirst = kept.size === 0;
    if (!isFirst) for (const [key, stop] of loading) if (!wanted.has(key)) stop.abort();
    for (const key of wanted) {
      if (loading.size >= (isFirst ? 1 : AT_ONCE)) break;
      if (!kept.has(key) && !loading.has(key) && !missing.has(key)) void load(key);
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
      for (const stop of loading.values()) stop.abort();
      for (const piece of kept.values()) parts.drop(piece);
      kept.clear();
    },
  };
}
