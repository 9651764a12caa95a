import type { JobRow } from '#shared/views/queue.ts';
import { t, type TextKey } from '../../texts/texts.svelte.ts';

/** How a job's state is coloured: only what failed is red, only what needs a person amber. */
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

/** Where a job stands, in a word or two. */
export function standing({ state, stage, isFirst, problem }: JobRow): string {
  if (stage === 'paused') return t('queue.stage.paused');
  switch (state) {
    case 'waiting':
      return t(isFirst ? 'queue.standing.first' : 'queue.standing.waiting');
    case 'running':
      return t(`queue.stage.${stage}`);
    case 'held':
      return t(problem?.code === 'paused' ? 'queue.standing.paused' : 'queue.standing.held');
    case 'done':
      return t(problem === null ? 'queue.standing.done' : 'queue.standing.warned');
    case 'failed':
      return t('queue.standing.failed');
    case 'cancelled':
      return t('queue.standing.cancelled');
  }
}

/** The ledger's notes on a job, which are its own words, in those of the screen. */
const events: Readonly<Record<string, TextKey>> = {
  admitted: 'queue.event.admitted',
  prepared: 'queue.event.prepared',
  mask: 'queue.event.mask',
  'intent to execute': 'queue.event.intent',
  sending: 'queue.event.sending',
  'not sent': 'queue.event.notSent',
  started: 'queue.event.started',
  'refused by the service': 'queue.event.refused',
  'in doubt': 'queue.event.doubt',
  'found at the service': 'queue.event.found',
  'counted as not bought': 'queue.event.void',
  'asking the service again': 'queue.event.asking',
  finished: 'queue.event.finished',
  done: 'queue.event.done',
  failed: 'queue.event.failed',
  held: 'queue.event.held',
  cancelled: 'queue.event.cancelled',
  'asked for again': 'queue.event.again',
  'let go on': 'queue.event.goesOn',
  'task deleted at the service': 'queue.event.deleted',
  'relearned from the log of purchases': 'queue.event.relearned',
  'alarm: several unknown executions': 'queue.event.alarm',
  'photo moved': 'queue.event.moved',
  'photo left where it is': 'queue.event.left',
};

/** A note that has no words here is shown as it was written. */
export function happened(what: string): string {
  const key = events[what];
  return key === undefined ? what : t(key);
}

const executionStates: Readonly<Record<string, TextKey>> = {
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
