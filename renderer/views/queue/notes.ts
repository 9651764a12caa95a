import type { JobDetail } from '#shared/views/queue.ts';
import { problemText } from '../../texts/problems.ts';
import { changeText } from '../../texts/changes.ts';
import { facts } from '../../texts/lists.ts';
import { t, type PlainTextKey } from '../../texts/texts.svelte.ts';
import { statusOf } from './words.ts';

type Note = JobDetail['history'][number];

/** Texts for the notes about jobs that the ledger stores. */
const events: Readonly<Record<string, PlainTextKey>> = {
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
  'run again with padding': 'queue.event.pads',
  'run again with the changed recipe': 'queue.event.takesRecipe',
  'run again with other settings': 'queue.event.changes',
  'PSD asked for': 'queue.event.psd',
  'task to be deleted at the service': 'queue.event.toDelete',
  'task deleted at the service': 'queue.event.deleted',
  'task not deleted at the service': 'queue.event.notDeleted',
  'relearned from the log of purchases': 'queue.event.relearned',
  'alarm: several unknown executions': 'queue.event.alarm',
  'alarm: a request that was given up was processed after all': 'queue.event.late',
  'the service lists more results than were ordered; the surplus is not downloaded':
    'queue.event.surplus',
  'alarm: the service tells of an execution that counts as not bought': 'queue.event.told',
  'photo moved': 'queue.event.moved',
  'photo left where it is': 'queue.event.left',
  'processed by another station': 'queue.event.elsewhere',
  'answered at another station': 'queue.event.answered',
};

/** Returns the text of a note. A note without a text is returned as it is in the ledger. */
export function happened({ what }: Note): string {
  const key = events[what];
  return key === undefined ? what : t(key);
}

/**
 * Returns the details of a note, with the ledger's terms translated and all data unchanged; '' if there are
 * none.
 */
export function particulars({ what, detail, problem }: Note): string {
  if (problem !== null) return problemText(problem);
  if (detail === null) return '';
  switch (what) {
    case 'intent to execute':
      return t('queue.execution.images', { count: Number.parseInt(detail, 10) });
    case 'prepared':
    case 'mask':
      return facts(detail.split(', ').map(changeText));
    case 'finished':
      return statusOf(detail);
    default: {
      const key = reasons[detail];
      return key === undefined ? detail : t(key);
    }
  }
}

/**
 * Reasons why the charge for an execution is unknown, or why the execution was not charged, in notes without a
 * problem.
 */
const reasons: Readonly<Record<string, PlainTextKey>> = {
  'the service tells of a request that it had not taken': 'queue.reason.told',
  'how the request ended could not be written down': 'queue.reason.unwritten',
  'not listed after the doubt window; sent again': 'queue.reason.notListed',
  'a person decided to send it again': 'queue.reason.sentAgain',
  'another recipe': 'queue.reason.otherRecipe',
  cancelled: 'queue.reason.cancelled',
  'task deleted': 'queue.reason.taskDeleted',
};
