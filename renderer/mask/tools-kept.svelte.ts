import { usualMaskTools, type MaskTools } from '#shared/views/mask-tools.ts';
import type { Studio } from '../data/studio.svelte.ts';

/** Milliseconds without a change before the tools are saved. */
const STILL = 600;

/** The tool settings; they survive a visit to another view and are also saved in the settings. */
let chosen = $state.raw<MaskTools | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export interface KeptTools {
  readonly now: MaskTools;
  set(change: Partial<MaskTools>): void;
}

/** Returns the saved tools. `kept`: the saved settings; undefined until known. */
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
