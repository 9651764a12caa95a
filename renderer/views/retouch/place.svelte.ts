import { untrack } from 'svelte';
import { change, here } from '../../data/place.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import type { View } from '../../viewer/view.ts';
import type { Strip } from './strip.svelte.ts';
import { queryOf, readShown, type Shown } from './shown.ts';

/** What the view shows, as its address says. */
export class RetouchPlace {
  /** Whether only the photo is shown, without the window around it. */
  isAlone = $state(false);
  /** Zoom and position of each photo that was shown, by photo. */
  readonly views = new Map<string, View>();
  /** What the view showed last; restored when the user comes back with the rail. */
  #last: Shown | null = null;

  get now(): Shown {
    return readShown(here().query);
  }

  /** Changes what the view shows; omitted parts stay. */
  show(next: Partial<Shown>): void {
    // an answer that arrives late must not switch back to this view
    if (here().view !== 'retouch') return;
    this.#last = { ...this.now, ...next };
    change('retouch', queryOf(this.#last));
  }

  /** Makes the view open without the mask editor the next time, because the editor hides the panel. */
  leaveMask(): void {
    if (this.#last !== null) this.#last = { ...this.#last, mask: null };
  }

  /** Makes sure that a photo is shown if the filmstrip has any. Must be called while a component is initialised. */
  keepShown(strip: Strip): void {
    /** Id of the last photo that the filmstrip did not contain; a new photo appears only after a reload. */
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
