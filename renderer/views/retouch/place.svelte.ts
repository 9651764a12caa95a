import { untrack } from 'svelte';
import { change, here } from '../../data/place.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import type { View } from '../../viewer/view.ts';
import type { Strip } from './strip.svelte.ts';
import { queryOf, readShown, type Shown } from './shown.ts';

/** The photo, result and mask that the view shows, which are stored in the address. */
export class RetouchPlace {
  /** Whether only the photo is shown, without the window around it. */
  isAlone = $state(false);
  /** Zoom and position of each photo that was shown, by photo. */
  readonly views = new Map<string, View>();
  /** What the view showed last; restored when the user opens the view again through the rail. */
  #last: Shown | null = null;

  get now(): Shown {
    return readShown(here().query);
  }

  /** Changes what the view shows; omitted parts stay. */
  show(next: Partial<Shown>): void {
    // after the user has left the view, a late answer must not switch back to it
    if (here().view !== 'retouch') return;
    this.#last = { ...this.now, ...next };
    change('retouch', queryOf(this.#last));
  }

  /** Makes the view open without the mask editor next time, so that the user sees the panel. */
  leaveMask(): void {
    if (this.#last !== null) this.#last = { ...this.#last, mask: null };
  }

  /**
   * Shows another photo if the filmstrip does not contain the photo in the address. Must be called while a component
   * is initialised.
   */
  keepShown(strip: Strip): void {
    /** Id of a photo that was missing once. A new photo is missing until the filmstrip has been reloaded. */
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

/** Returns what the view shows, kept until the window closes. Must be called while a component is initialised. */
export const useRetouchPlace = (): RetouchPlace => useStudio().state(create);
