import type { HotFolderCard } from '#shared/views/folders.ts';
import { MOST_IDS, PAGE } from '#shared/contract/schemas.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import { openResults } from '../../parts/open-results.ts';

/** The actions on the results of a hot folder. Must be created while a component is initialised. */
export class FolderResults {
  /** IDs of the results in the export dialog; null while it is closed. */
  exporting = $state.raw<readonly number[] | null>(null);
  readonly #studio = useStudio();
  readonly #notices = useNotices();
  readonly #card: () => HotFolderCard;

  constructor(card: () => HotFolderCard) {
    this.#card = card;
  }

  readonly openFolder = (): Promise<void> => openResults(this.#studio, this.#card().id);

  /** Opens the export dialog with the results of the last day on which photos were finished. */
  readonly export = async (): Promise<void> => {
    const { id, lastEndedAt } = this.#card();
    if (lastEndedAt === null) return;
    const ids: number[] = [];
    const filter = { hotFolderId: id, from: new Date(lastEndedAt).setHours(0, 0, 0, 0) };
    let total = Infinity;
    while (ids.length < Math.min(total, MOST_IDS)) {
      const page = { filter, sort: 'newest', offset: ids.length, limit: PAGE } as const;
      const answer = await this.#studio.ask('library.page', page);
      if (!answer.ok) return this.#notices.complain(answer.problem);
      ids.push(...answer.value.rows.map((row) => row.id));
      ({ total } = answer.value);
      if (answer.value.rows.length === 0) break;
    }
    if (ids.length > 0) this.exporting = ids.slice(0, MOST_IDS);
  };
}
