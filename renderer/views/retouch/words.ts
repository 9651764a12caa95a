import type { Run } from '#shared/views/retouch.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Returns the key of a run among all runs of a photo. */
export function runKey({ jobId, run }: Pick<Run, 'jobId' | 'run'>): string {
  return `${jobId}-${run}`;
}

/** Returns the state of a run in one or two words. */
export function runStateText({ state, images }: Run): string {
  const ready = images.filter((image) => image.state === 'there').length;
  if (state === 'done' || (state === 'running' && ready > 0)) {
    return t('retouch.ready', { ready, count: images.length });
  }
  return t(`retouch.standing.${state}`);
}

/** Returns the colour of a run: only failed runs are red, and only runs that need attention are amber. */
export function toneOf({ state }: Run): 'text-failed' | 'text-person' | 'quiet' {
  if (state === 'failed') return 'text-failed';
  return state === 'held' ? 'text-person' : 'quiet';
}

/** Checks whether the run is waiting for the user's answer. */
export function needsAnswer(state: Run['state']): state is 'held' | 'failed' {
  return state === 'held' || state === 'failed';
}

/** Checks whether the run has been requested and is not finished. */
export function isUnderWay({ state }: Run): boolean {
  return state === 'waiting' || state === 'running';
}
