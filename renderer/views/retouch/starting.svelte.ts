import { untrack } from 'svelte';
import type { Recipe } from '#shared/recipe.ts';
import type { StartedRun } from '#shared/views/retouch.ts';
import { noticesIn } from '../../data/notices.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { problemText } from '../../texts/problems.ts';
import { t } from '../../texts/texts.svelte.ts';

const { complain, say, warn } = noticesIn('retouch');

/** Maximum number of reasons to show; the remaining reasons are usually the same. */
const MOST_REASONS = 3;

/** A run that the user has started and that the details of the photo do not contain yet. */
export interface Pending {
  readonly id: number;
  readonly photos: readonly number[];
  /** Number of images per photo. */
  readonly images: number;
  readonly isAnswered: boolean;
}

export interface Starting {
  /** Returns the pending runs of one photo, newest first. */
  of(photo: number): readonly Pending[];
  /** Runs the recipe on photos; reports the photos that can't run. */
  start(photos: readonly number[], recipe: Recipe, images: number): Promise<void>;
}

/**
 * Starts runs. `arrived` reads the details of the current photo; when these change, runs that they contain are no
 * longer pending. Must be called while a component is initialised.
 */
export function startingOn(studio: Studio, arrived: () => unknown): Starting {
  let pending = $state.raw<readonly Pending[]>([]);
  let lastId = 0;

  $effect(() => {
    void arrived();
    // the details contain all runs whose requests have been answered
    untrack(() => (pending = pending.filter(({ isAnswered }) => !isAnswered)));
  });

  return {
    of: (photo) => pending.filter(({ photos }) => photos.includes(photo)),
    async start(photos, recipe, images) {
      lastId += 1;
      const id = lastId;
      pending = [{ id, photos, images, isAnswered: false }, ...pending];
      const answer = await studio.ask('retouch.run', { ids: [...photos], recipe });
      const isNew = answer.ok && answer.value.jobs.some(({ outcome }) => outcome !== 'under-way');
      pending = isNew
        ? pending.map((one) => (one.id === id ? { ...one, isAnswered: true } : one))
        : pending.filter((one) => one.id !== id);
      if (answer.ok) tell(answer.value);
      else complain(answer.problem);
    },
  };
}

function tell({ jobs, refused }: StartedRun): void {
  const underWay = jobs.filter(({ outcome }) => outcome === 'under-way').length;
  if (underWay > 0) say(t('retouch.underWay', { count: underWay }));
  if (refused.length === 0) return;
  const reasons = [...new Set(refused.map(({ problem }) => problemText(problem)))];
  const text = t('retouch.notStarted', { count: refused.length });
  warn([text, ...reasons.slice(0, MOST_REASONS)].join(' '));
}
