import { change, here } from '../../state/place.svelte.ts';
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

/** What was shown when the room was left; null at first. */
export function shownLast(): Shown | null {
  return last;
}
