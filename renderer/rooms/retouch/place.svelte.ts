import { untrack } from 'svelte';
import { change, here } from '../../state/place.svelte.ts';
import type { Strip } from './strip.svelte.ts';
import { queryOf, readShown, type Shown } from './shown.ts';

/** What the room showed last, for who comes back by the rail. */
let last: Shown | null = null;

/** What the room shows, as the address says. */
export function shown(): Shown {
  return readShown(here().query);
}

/** Shows something else; what is not named stays. */
export function show(next: Partial<Shown>): void {
  // what comes late does not lead back
  if (here().room !== 'retouch') return;
  last = { ...shown(), ...next };
  change('retouch', queryOf(last));
}

/** Has the room come back to the photo and not to a mask over it, beside which there is no panel. */
export function leaveMask(): void {
  if (last !== null) last = { ...last, mask: null };
}

/** Shows a photo as long as there is any. Call it while a component is initialised. */
export function keepShown(strip: Strip): void {
  /** The last photo that the strip did not know; one that has just come is known when it was asked anew. */
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
