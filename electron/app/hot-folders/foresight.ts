import type { HotFolderDraft } from '#shared/views/folders.ts';

/** How many photos a person has been told that arming a folder would buy. */
export interface Foresight {
  write(draft: HotFolderDraft, photos: number): void;
  /** What was foreseen last for this folder, once; 0 when nothing was. */
  take(draft: HotFolderDraft): number;
}

/** Drafts that are remembered; a person looks at one at a time. */
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
