import type { Preferences } from '#shared/views/settings.ts';
import type { Studio } from './studio.svelte.ts';

/** Milliseconds without a change before the settings are saved. */
const STILL = 600;

/** Groups of settings that change while the user works in a view, without a settings form. */
type Group = 'mask' | 'retouch';

/** The values that the user has chosen since the program started, which stay while another view is open. */
class Chosen<T> {
  now = $state.raw<T | null>(null);
  /** Saved values that come from this window; any other saved value was chosen elsewhere, and replaces `now`. */
  readonly ours = new Set<string>();
  /** Cancels the delayed save of the previous change. */
  leave: AbortController | null = null;
}
const chosenIn = {
  mask: () => new Chosen<Preferences['mask']>(),
  retouch: () => new Chosen<Preferences['retouch']>(),
};

/** A group of settings that is saved shortly after each change. */
export class KeptSettings<G extends Group> {
  readonly #studio: Studio;
  readonly #group: G;
  readonly #saved: () => Preferences[G] | undefined;
  /** The defaults. */
  readonly usual: Preferences[G];
  readonly #chosen: Chosen<Preferences[G]>;

  /** @param parts.saved Returns the saved values; undefined until they are loaded. */
  constructor(
    studio: Studio,
    group: G,
    parts: { saved(): Preferences[G] | undefined; readonly usual: Preferences[G] },
  ) {
    this.#studio = studio;
    this.#group = group;
    this.#saved = parts.saved;
    this.usual = parts.usual;
    this.#chosen = studio.state(chosenIn[group] as () => Chosen<Preferences[G]>);
  }

  get now(): Preferences[G] {
    const saved = this.#saved();
    const { now, ours } = this.#chosen;
    if (saved === undefined) return now ?? this.usual;
    return now !== null && ours.has(JSON.stringify(saved)) ? now : saved;
  }

  set(change: Partial<Preferences[G]>): void {
    const chosen = this.#chosen;
    const next: Preferences[G] = Object.assign({}, this.now, change);
    const saved = this.#saved();
    if (saved !== undefined) chosen.ours.add(JSON.stringify(saved));
    chosen.now = next;
    chosen.leave?.abort();
    const leave = new AbortController();
    chosen.leave = leave;
    const save = () => {
      leave.abort();
      chosen.ours.add(JSON.stringify(next));
      void this.#studio.ask('settings.change', { preferences: { [this.#group]: next } });
    };
    const timer = setTimeout(save, STILL);
    leave.signal.addEventListener('abort', () => clearTimeout(timer));
    // saves immediately if the window closes before the delay is over
    addEventListener('pagehide', save, { signal: leave.signal });
  }
}
