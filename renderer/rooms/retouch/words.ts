import type { Run } from '#shared/views/retouch.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Names a run of all runs of a photo. */
export function runKey({ jobId, run }: Pick<Run, 'jobId' | 'run'>): string {
  return `${jobId}-${run}`;
}

/** Where a run stands, in a word or two. */
export function runStateText({ state, images }: Run): string {
  const ready = images.filter((image) => image.state === 'there').length;
  if (state === 'done' || (state === 'running' && ready > 0)) {
    return t('retouch.ready', { ready, count: images.length });
  }
  return t(`retouch.standing.${state}`);
}

/** Only what failed is red, only what needs a person amber. */
export function toneOf({ state }: Run): 'failed' | 'person' | 'quiet' {
  if (state === 'failed') return 'failed';
  return state === 'held' ? 'person' : 'quiet';
}

/** Whether it ended in a question to a person, which stands until it is answered. */
export function needsAnswer({ state }: Run): boolean {
  return state === 'held' || state === 'failed';
}

/** Whether it is asked for and not ended yet. */
export function isUnderWay({ state }: Run): boolean {
  return state === 'waiting' || state === 'running';
}
