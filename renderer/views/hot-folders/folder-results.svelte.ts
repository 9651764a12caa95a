import type { HotFolderCard } from '#shared/views/folders.ts';
import { MOST_IDS } from '#shared/contract/schemas.ts';
import { everyPage } from '../../data/every-page.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import { openResults } from '../../parts/open-results.ts';

/** The actions on the results of hot folders. Must be created while a component is initialised. */
export class FolderResults {
  /** IDs of the results in the export dialog; null while it is closed. */
  exporting = $state.raw<readonly number[] | null>(null);
  readonly #studio = useStudio();
  readonly #notices = useNotices();

  openFolder({ id }: HotFolderCard): Promise<void> {
    return openResults(this.#studio, { hotFolderId: id });
  }

  /** Opens the export dialog with the results of the last day on which photos were finished. */
  async export({ id, lastEndedAt }: HotFolderCard): Promise<void> {
    if (lastEndedAt === null) return;
    const ids: number[] = [];
    const filter = { hotFolderId: id, from: new Date(lastEndedAt).setHours(0, 0, 0, 0) };
    const pages = everyPage((offset, limit) =>
      this.#studio.ask('library.page', { filter, sort: 'newest', offset, limit }),
    );
    for await (const page of pages) {
      if (!page.ok) return this.#notices.complain(page.problem);
      ids.push(...page.value.map((row) => row.id));
      if (ids.length >= MOST_IDS) break;
    }
    if (ids.length > 0) this.exporting = ids.slice(0, MOST_IDS);
  }
}

/** Returns the id of the folder's latest result; null if none of its recent photos has one. */
export function latestResult({ recent }: HotFolderCard): number | null {
  return recent.find(({ resultId }) => resultId !== null)?.resultId ?? null;
}
