import { untrack } from 'svelte';
import type { CustomModelCard, CustomModelCreation } from '#shared/views/custom-models.ts';
import type { OpenPanel } from './address.ts';

type Begun = Pick<CustomModelCreation, 'id' | 'createdAt'>;

interface WatchedOptions {
  readonly opened: () => OpenPanel | null;
  readonly creations: () => readonly CustomModelCreation[];
  /** The newest card; undefined while it loads. */
  readonly newest: () => CustomModelCard | undefined;
  readonly onOpen: (opened: OpenPanel | null) => void;
}

/** Watches the creation in the open panel, and opens the card of the new model or scene when the card exists. */
export class WatchedCreation {
  /** The watched creation. `isSeen` is false until the list has shown the creation. */
  #watched = $state.raw<(Begun & { readonly isSeen: boolean }) | null>(null);
  readonly #given: WatchedOptions;

  constructor(given: WatchedOptions) {
    this.#given = given;
    $effect(() => this.#follow());
  }

  /**
   * Watches a creation that has just been requested. `since` is the wall-clock time of the request
   * in ms.
   */
  begin(id: number, since: number): void {
    this.#watched = { id, createdAt: since, isSeen: false };
    this.#given.onOpen({ what: 'creation', id });
  }

  /** Checks whether a creation is watched. */
  has(id: number): boolean {
    return this.#watched?.id === id;
  }

  #follow(): void {
    const opened = this.#given.opened();
    const id = opened?.what === 'creation' ? opened.id : null;
    const there = this.#given.creations().find((creation) => creation.id === id);
    const newest = this.#given.newest();
    untrack(() => {
      const watched = this.#watched;
      if (there !== undefined) this.#watched = { ...there, isSeen: true };
      else if (id === null || watched?.id !== id) this.#watched = null;
      else if (isMade(newest, watched)) this.#given.onOpen({ what: 'one', id: newest.id });
      else if (watched.isSeen) this.#given.onOpen(null);
    });
  }
}

function isMade(card: CustomModelCard | undefined, { createdAt }: Begun): card is CustomModelCard {
  return card !== undefined && card.isMadeHere && card.knownSince >= createdAt;
}
