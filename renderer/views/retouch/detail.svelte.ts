import { untrack } from 'svelte';
import type { Problem } from '#shared/problem.ts';
import type { RetouchPhoto } from '#shared/views/retouch.ts';
import { live, type Live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import type { Strip } from './strip.svelte.ts';

/** The current photo, with all its results. */
export interface Detail {
  /** Undefined until loaded. */
  readonly value: RetouchPhoto | undefined;
  /** Why the photo could not be loaded; null if there was no problem. */
  readonly problem: Problem | null;
}

/** Loads the current photo and keeps it up to date. Must be called while a component is initialised. */
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
  /** The details of this photo; undefined while `asked` still holds the answer about the previous photo. */
  const value = $derived(asked.value?.photo.id === id ? asked.value : undefined);
  const counts = $derived(JSON.stringify(id === null ? null : strip.photos?.[strip.placeOf(id)]));

  function concerns(jobs: readonly number[]): boolean {
    return value?.runs.some(({ jobId }) => jobs.includes(jobId)) ?? false;
  }

  $effect(() => {
    // loads the photo again when its counts change, because a hot folder may have started a job for it
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
