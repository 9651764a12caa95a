import { usualMaskTools, type MaskTools } from '#shared/views/mask-tools.ts';
import type { Studio } from '../data/studio.svelte.ts';

/** Milliseconds without a change before the tools are saved. */
const STILL = 600;

/** The tool settings chosen since the start, which survive a visit to another view. */
class ChosenTools {
  now = $state.raw<MaskTools | null>(null);
  timer: ReturnType<typeof setTimeout> | undefined;
}
const create = () => new ChosenTools();

export interface KeptTools {
  readonly now: MaskTools;
  set(change: Partial<MaskTools>): void;
}

/** Returns the current tool settings, which are saved in the preferences. `kept`: the saved ones; undefined until known. */
export function keptTools(studio: Studio, kept: () => MaskTools | undefined): KeptTools {
  const chosen = studio.state(create);
  const now = $derived(chosen.now ?? kept() ?? usualMaskTools);
  return {
    get now() {
      return now;
    },
    set(change) {
      const mask = { ...now, ...change };
      chosen.now = mask;
      clearTimeout(chosen.timer);
      chosen.timer = setTimeout(
        () => void studio.ask('settings.change', { preferences: { mask } }),
        STILL,
      );
    },
  };
}
