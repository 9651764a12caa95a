import { SvelteSet } from 'svelte/reactivity';
import type { Strip } from './strip.svelte.ts';

/** How far a choice goes: this photo alone, this one more or less, or all up to it. */
export type Reach = 'alone' | 'toggle' | 'up-to';

/** Photos that a run works on, of the filmstrip as it is now; kept while another room is open. */
const picked = new SvelteSet<number>();
/** Where a range begins. */
let anchor: number | null = null;

export interface Selection {
  /** Ids in the order of the filmstrip; the one that is shown, where no other is chosen. */
  readonly ids: readonly number[];
  has(id: number): boolean;
  choose(id: number, reach: Reach): void;
  all(): void;
}

/** What is chosen on the strip, beside the photo that is shown. */
export function selectionOf(strip: Strip, current: () => number | null): Selection {
  const photos = () => strip.photos ?? [];
  const ids = $derived.by(() => {
    const id = current();
    const there = photos().filter((photo) => picked.has(photo.id));
    if (there.length > 0) return there.map((photo) => photo.id);
    return id === null || strip.placeOf(id) < 0 ? [] : [id];
  });

  const take = (next: Iterable<number>) => {
    picked.clear();
    for (const id of next) picked.add(id);
  };

  return {
    get ids() {
      return ids;
    },
    has: (id) => ids.includes(id),
    choose(id, reach) {
      if (reach === 'alone') {
        anchor = id;
        take([id]);
      } else if (reach === 'toggle') {
        anchor = id;
        take(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
      } else {
        const ends = [strip.placeOf(anchor ?? current() ?? id), strip.placeOf(id)];
        const [from = 0, to = 0] = ends.map((end) => Math.max(0, end)).sort((a, b) => a - b);
        take(
          photos()
            .slice(from, to + 1)
            .map((photo) => photo.id),
        );
      }
    },
    all: () => take(photos().map((photo) => photo.id)),
  };
}
