import { SvelteMap } from 'svelte/reactivity';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import type { Reach } from '../../ui/selection.svelte.ts';
import type { Strip } from './strip.svelte.ts';

/** The photos that are selected for a run; kept when the user opens another view. */
class PickedPhotos {
  /**
   * The selected photos by id, each with its name, because the same id can belong to another photo in the ledger of
   * another service. The name is null for a photo that was just added.
   */
  readonly names = new SvelteMap<number, string | null>();
  /** Id of the photo where a range starts; null if there is none. */
  anchor: number | null = null;
}
const create = () => new PickedPhotos();

export interface Selection {
  /** Ids in the order of the filmstrip; if no photo is selected, only the current photo. */
  readonly ids: readonly number[];
  has(id: number): boolean;
  choose(id: number, reach: Reach): void;
  /** Selects exactly these photos. */
  take(ids: readonly number[]): void;
  all(): void;
}

/** Manages the selection on the filmstrip, which is independent of the current photo. */
export function selectionOf(studio: Studio, strip: Strip, current: () => number | null): Selection {
  const picked = studio.state(create);
  const photos = () => strip.photos ?? [];
  const isPicked = ({ id, name }: FilmstripPhoto) => {
    const known = picked.names.get(id);
    return known === name || known === null;
  };
  const ids = $derived.by(() => {
    const id = current();
    const there = photos().filter(isPicked);
    if (there.length > 0) return there.map((photo) => photo.id);
    return id === null || strip.placeOf(id) < 0 ? [] : [id];
  });

  const take = (next: readonly number[]) => {
    picked.names.clear();
    for (const id of next) picked.names.set(id, photos()[strip.placeOf(id)]?.name ?? null);
  };

  return {
    get ids() {
      return ids;
    },
    has: (id) => ids.includes(id),
    choose(id, reach) {
      if (reach === 'alone') {
        picked.anchor = id;
        take([id]);
      } else if (reach === 'toggle') {
        picked.anchor = id;
        take(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
      } else {
        const ends = [strip.placeOf(picked.anchor ?? current() ?? id), strip.placeOf(id)];
        const [from = 0, to = 0] = ends.map((end) => Math.max(0, end)).sort((a, b) => a - b);
        take(
          photos()
            .slice(from, to + 1)
            .map((photo) => photo.id),
        );
      }
    },
    take,
    all: () => take(photos().map((photo) => photo.id)),
  };
}
