import { untrack } from 'svelte';
import type { Problem } from '#shared/problem.ts';
import type { RetouchPhoto } from '#shared/views/retouch.ts';
import { live, type Live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import type { Strip } from './strip.svelte.ts';

/** The photo that is shown, with all its results. */
export interface Detail {
  /** Undefined until known. */
  readonly value: RetouchPhoto | undefined;
  /** Why it could not be loaded. */
  readonly problem: Problem | null;
}

/** Loads the shown photo and keeps it current. Call it while a component is initialised. */
export function detailOf(studio: Studio, strip: Strip, shown: () => number | null): Detail {
  const id = $derived.by(() => {
    const wanted = shown();
    return wanted === null || strip.placeOf(wanted) < 0 ? null : wanted;
  });
  const asked: Live<RetouchPhoto> = live(
    studio,
    'retouch.photo',
    () => (id === null ? null : { id }),
    ({ parts, jobs }) => parts.includes('retouch') || jobs === null || concerns(jobs),
  );
  /** The previous photo is not shown under the name of this one. */
  const value = $derived(asked.value?.photo.id === id ? asked.value : undefined);
  const counts = $derived(JSON.stringify(id === null ? null : strip.photos?.[strip.placeOf(id)]));

  function concerns(jobs: readonly number[]): boolean {
    return value?.runs.some(({ jobId }) => jobs.includes(jobId)) ?? false;
  }

  $effect(() => {
    // a hot folder has started a job for it that this window has not seen
    if (counts !== 'null') untrack(() => asked.refresh());
  });

  return {
    get value() {
      return value;
    },
    get problem() {
      return asked.problem;
    },
  };
}
