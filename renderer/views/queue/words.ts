import type { JobRow } from '#shared/job-row.ts';
import type { Status } from '#shared/views/status.ts';
import { duration } from '../../texts/numbers.ts';
import { t, type PlainTextKey } from '../../texts/texts.svelte.ts';

/** Name of the colour of a job's state. Only failed jobs are red, and only jobs that need attention are amber. */
export type Tone = 'quiet' | 'active' | 'done' | 'failed' | 'person';

export function toneOf({ state, stage }: JobRow): Tone {
  if (stage === 'paused') return 'quiet';
  switch (state) {
    case 'waiting':
    case 'cancelled':
      return 'quiet';
    case 'running':
      return 'active';
    case 'done':
      return 'done';
    case 'failed':
      return 'failed';
    case 'held':
      return 'person';
  }
}

/** Returns the state of a job in one or two words. */
export function stateText({ state, stage, isFirst, problem, station }: JobRow): string {
  if (stage === 'paused') return t('queue.stage.paused');
  switch (state) {
    case 'waiting':
      if (station !== null) return t('queue.standing.elsewhere', { station });
      return t(isFirst ? 'queue.standing.first' : 'queue.standing.waiting');
    case 'running':
      return t(`queue.stage.${stage}`);
    case 'held':
      return t(problem?.code === 'paused' ? 'queue.standing.paused' : 'queue.standing.held');
    case 'done':
      if (station !== null) return t('queue.standing.doneElsewhere', { station });
      return t(problem === null ? 'queue.standing.done' : 'queue.standing.warned');
    case 'failed':
      return t('queue.standing.failed');
    case 'cancelled':
      return t('queue.standing.cancelled');
  }
}

const executionStates: Readonly<Record<string, PlainTextKey>> = {
  intent: 'queue.execution.intent',
  sending: 'queue.execution.sending',
  doubt: 'queue.execution.doubt',
  started: 'queue.execution.started',
  finished: 'queue.execution.finished',
  rejected: 'queue.execution.rejected',
  void: 'queue.execution.void',
};

export function executionState(state: string): string {
  const key = executionStates[state];
  return key === undefined ? state : t(key);
}

const statuses: Readonly<Record<string, PlainTextKey>> = {
  wanted: 'queue.status.wanted',
  notstart: 'queue.status.pending',
  segmenting: 'queue.status.segmenting',
  pending: 'queue.status.pending',
  running: 'queue.status.running',
  success: 'queue.status.success',
  failed: 'queue.status.failed',
  givenup: 'queue.status.failed',
};

/**
 * Returns the text for the status of an execution or a result. A status without a text is returned as the service sent
 * it.
 */
export function statusOf(status: string): string {
  const key = statuses[status.toLowerCase()];
  return key === undefined ? status : t(key);
}

/** Returns a line with the number of finished jobs and the time left; undefined if there are no jobs. */
export function overallLine(status: Status | undefined): string | undefined {
  if (status === undefined || status.counts.total === 0) return undefined;
  const { counts, progress } = status;
  const done = t('queue.overall.done', { done: counts.done, total: counts.total });
  if (progress.estimate === null) return done;
  return `${done} · ${t('strip.left', { time: duration(progress.estimate.timeLeft) })}`;
}
