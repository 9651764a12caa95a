import type { Ledger } from '../../adapters/ledger/open.ts';

/**
 * The hot folders that are being watched now. A ledger may hold folders that were armed once and are
 * not any more; a photo waits only for recipes that can still see it.
 */
const watched = new WeakMap<Ledger, Set<number>>();

/** Counts a hot folder as watched until the returned function is called. */
export function countAsWatched(ledger: Ledger, hotFolderId: number): () => void {
  const ids = watched.get(ledger) ?? new Set();
  watched.set(ledger, ids.add(hotFolderId));
  return () => {
    ids.delete(hotFolderId);
  };
}

export function isWatched(ledger: Ledger, hotFolderId: number): boolean {
  return watched.get(ledger)?.has(hotFolderId) ?? false;
}
