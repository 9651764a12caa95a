import { usualMaskTools, type MaskTools } from '#shared/views/mask-tools.ts';
import type { Studio } from '../state/studio.svelte.ts';

/** ms without a change after which the tools are kept. */
const STILL = 600;

/** How the tools are set; it outlives a visit to another room, and is kept in the settings besides. */
let chosen = $state.raw<MaskTools | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

export interface KeptTools {
  readonly now: MaskTools;
  set(change: Partial<MaskTools>): void;
}

/** The tools as they were left. `kept`: what the settings say; undefined until that is known. */
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
