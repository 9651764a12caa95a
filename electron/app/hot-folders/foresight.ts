import type { HotFolderDraft } from '#shared/views/folders.ts';

/**
 * Remembers for each draft of a hot folder how many photos, according to the preview, are bought when the folder is
 * armed.
 */
export interface Foresight {
  write(draft: HotFolderDraft, photos: number): void;
  /** Returns the last number for this draft and forgets it; 0 if there is none. */
  take(draft: HotFolderDraft): number;
}

/** Maximum number of drafts that are remembered; a user edits only one at a time. */
const MOST = 20;

export function rememberForeseen(): Foresight {
  const photosOf = new Map<string, number>();
  const keyOf = ({ path, savedRecipeId, subFolders, needsTickets }: HotFolderDraft) =>
    JSON.stringify([path, savedRecipeId, subFolders, needsTickets]);
  return {
    write(draft, photos) {
      photosOf.delete(keyOf(draft));
      photosOf.set(keyOf(draft), photos);
      const [oldest] = photosOf.keys();
      if (photosOf.size > MOST && oldest !== undefined) photosOf.delete(oldest);
    },
    take(draft) {
      const photos = photosOf.get(keyOf(draft)) ?? 0;
      photosOf.delete(keyOf(draft));
      return photos;
    },
  };
}
