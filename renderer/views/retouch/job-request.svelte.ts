import { tick, untrack } from 'svelte';
import { useNotices } from '../../data/notices.svelte.ts';
import { here } from '../../data/place.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import type { Panels } from './panels.svelte.ts';
import { useRetouchPlace } from './place.svelte.ts';
import type { Strip } from './strip.svelte.ts';

interface JobRequest {
  readonly id: number;
  /** The name of the fix in the address. */
  readonly fix: string | null;
}

interface Parts {
  readonly studio: Studio;
  readonly strip: Strip;
  readonly panels: Panels;
  /** Shows a photo on the filmstrip and selects only this photo. */
  choose(photo: number): void;
  /** Focuses the setting that the user must change. */
  focus(fix: string | null): void;
}

/**
 * Opens the job that the address names: shows its photo, which is added to the filmstrip if necessary, and fills the
 * panel with the settings of the job. Must be called while a component is initialised.
 */
export function openRequestedJob(parts: Parts): void {
  const { complain } = useNotices();
  const place = useRetouchPlace();
  let wanted = $state.raw<JobRequest | null>(null);

  // reads the job immediately, because the address changes as soon as a photo is shown
  $effect(() => {
    const { view, query } = here();
    const id = Number(query.get('job') ?? Number.NaN);
    if (view === 'retouch' && Number.isSafeInteger(id)) wanted = { id, fix: query.get('fix') };
  });
  $effect(() => {
    if (parts.panels.form === null || wanted === null) return;
    const { id, fix } = wanted;
    wanted = null;
    untrack(() => void open(id, fix));
  });

  async function open(id: number, fix: string | null): Promise<void> {
    const answer = await parts.studio.ask('retouch.open-job', { id });
    if (!answer.ok) return complain(answer.problem);
    const { photo, recipe, problem } = answer.value;
    if (photo !== null) {
      parts.strip.refresh();
      parts.choose(photo);
      place.show({ photo, result: null, mask: null });
    }
    parts.panels.take(recipe, null);
    if (problem !== null) complain(problem);
    await tick();
    parts.focus(fix);
  }
}
