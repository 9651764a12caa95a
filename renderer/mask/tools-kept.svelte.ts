import { usualMaskTools, type MaskTools } from '#shared/views/mask-tools.ts';
import type { Studio } from '../data/studio.svelte.ts';

/** Milliseconds without a change before the tools are saved. */
const STILL = 600;

/**
 * The tool settings chosen since the start. They survive a visit to another view and are saved in the preferences.
 */
let chosen = $state.raw<MaskTools | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export interface KeptTools {
  readonly now: MaskTools;
  set(change: Partial<MaskTools>): void;
}

/** Returns the current tool settings. `kept`: the saved ones; undefined until known. */
export function keptTools(studio: Studio, kept: () => MaskTools | undefined): KeptTools {
  const now = $derived(chosen ?? kept() ?? usualMaskTools);
  return {
    get now() {
      return now;
    },
    set(change) {
      const mask = { ...now, ...change };
      chosen = mask;
      clearTimeout(timer);
      timer = setTimeout(
        () => void studio.ask('settings.change', { preferences: { mask } }),
        STILL,
      );
    },
  };
}
