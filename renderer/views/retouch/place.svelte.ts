import { untrack } from 'svelte';
import { change, here } from '../../data/place.svelte.ts';
import type { Strip } from './strip.svelte.ts';
import { queryOf, readShown, type Shown } from './shown.ts';

/** What the view showed last, restored when the user returns through the rail. */
let last: Shown | null = null;

/** Returns what the view shows, from the address. */
export function shown(): Shown {
  return readShown(here().query);
}

/** Shows something else; omitted parts stay. */
export function show(next: Partial<Shown>): void {
  // a late answer must not switch back to this view
  if (here().view !== 'retouch') return;
  last = { ...shown(), ...next };
  change('retouch', queryOf(last));
}

/** Closes the mask editor the next time the view is shown, because it hides the panel. */
export function leaveMask(): void {
  if (last !== null) last = { ...last, mask: null };
}

/** Keeps a photo shown as long as there is any. Call it while a component is initialised. */
export function keepShown(strip: Strip): void {
  /** The last photo that the strip did not have; a newly added photo appears after a reload. */
  let missed: number | null = null;
  $effect(() => {
    const { photos, isWhole } = strip;
    const now = shown();
    if (photos === undefined || (now.photo !== null && strip.placeOf(now.photo) >= 0)) return;
    if (now.photo !== null && now.photo !== missed && isWhole) {
      missed = now.photo;
      untrack(() => strip.refresh());
      return;
    }
    const before = last?.photo ?? null;
    if (now.photo === null && last !== null && before !== null && strip.placeOf(before) >= 0) {
      show(last);
    } else if (isWhole && (photos.length > 0 || now.photo !== null)) {
      show({ photo: photos[0]?.id ?? null, result: null, mask: null });
    }
  });
}
