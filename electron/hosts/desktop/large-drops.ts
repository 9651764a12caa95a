import type { FolderAttention } from '#shared/views/folders.ts';

type Drop = FolderAttention['largeDrops'][number];

/** Remembers which large drops the user was notified of. */
export interface DropNotices {
  /** Returns the drops of folders that had no open drop at the last call. */
  fresh(drops: readonly Drop[]): readonly Drop[];
}

export function createDropNotices(): DropNotices {
  let known = new Set<number>();
  return {
    fresh(drops) {
      const found = drops.filter(({ hotFolderId }) => !known.has(hotFolderId));
      known = new Set(drops.map(({ hotFolderId }) => hotFolderId));
      return found;
    },
  };
}
