import { untrack } from 'svelte';
import { change, here } from '../../data/place.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import type { View } from '../../viewer/view.ts';
import type { Strip } from './strip.svelte.ts';
import { queryOf, readShown, type Shown } from './shown.ts';

/** What the view shows, as its address says. */
export class RetouchPlace {
  /** Shows the photo without anything around it. */
  isAlone = $state(false);
  /** Zoom and position of the photos shown so far. */
  readonly views = new Map<string, View>();
  /** What the view showed last, restored when the user returns through the rail. */
  #last: Shown | null = null;

  get now(): Shown {
    return readShown(here().query);
  }

  /** Shows something else; omitted parts stay. */
  show(next: Partial<Shown>): void {
    // a late answer must not switch back to this view
    if (here().view !== 'retouch') return;
    this.#last = { ...this.now, ...next };
    change('retouch', queryOf(this.#last));
  }

  /** Closes the mask editor the next time the view is shown, because it hides the panel. */
  leaveMask(): void {
    if (this.#last !== null) this.#last = { ...this.#last, mask: null };
  }

  /** Keeps a photo shown as long as there is any. Call it while a component is initialised. */
  keepShown(strip: Strip): void {
    /** The last photo that the strip did not have; a newly added photo appears after a reload. */
    let missed: number | null = null;
    $effect(() => {
      const { photos, isWhole } = strip;
      const { now } = this;
      if (photos === undefined || (now.photo !== null && strip.placeOf(now.photo) >= 0)) return;
      if (now.photo !== null && now.photo !== missed && isWhole) {
        missed = now.photo;
        untrack(() => strip.refresh());
        return;
      }
      const last = this.#last;
      const before = last?.photo ?? null;
      if (now.photo === null && last !== null && before !== null && strip.placeOf(before) >= 0) {
        this.show(last);
      } else if (isWhole && (photos.length > 0 || now.photo !== null)) {
        this.show({ photo: photos[0]?.id ?? null, result: null, mask: null });
      }
    });
  }
}

const create = () => new RetouchPlace();

/** Returns what the view shows, kept until the window closes. Call it while a component is initialised. */
export const useRetouchPlace = (): RetouchPlace => useStudio().state(create);
