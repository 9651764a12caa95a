import { setImmediate } from 'node:timers/promises';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { ActionResult } from '#shared/views/queue.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { JobPlace } from './place.ts';

/** Changes of one commit; between two of them screens are answered. */
const BATCH = 100;
/** Reasons that are told of an action on many jobs. */
export const REASONS = 5;

/** What is done, to what, and which jobs nobody carries meanwhile. */
interface Action<T> {
  readonly ids: readonly number[];
  readonly jobIds: readonly number[];
  change(ledger: Ledger, id: number): Outcome<T>;
  /** Told what came of each, in their order, once it is committed. */
  onDone(id: number, done: Outcome<T>): void;
}

/**
 * Makes the change to all ids, a batch a commit; an aborted signal leaves out the rest of them.
 * Problem interrupted when the studio ends before it is through.
 */
export function changeInBatches<T>(
  { ledger, change: letGo, ending }: Pick<JobPlace, 'ledger' | 'change' | 'ending'>,
  { ids, jobIds, change, onDone }: Action<T>,
  signal: AbortSignal,
): Promise<Outcome<ActionResult>> {
  return letGo(jobIds, async () => {
    const problems: Problem[] = [];
    let changed = 0;
    for (let at = 0; at < ids.length && !signal.aborted; at += BATCH) {
      if (at > 0) await setImmediate();
      if (ending.aborted) return cutShort(changed, ids.length);
      const done = ledger.transaction(() =>
        ids.slice(at, at + BATCH).map((id) => ({ id, outcome: change(ledger, id) })),
      );
      for (const { id, outcome } of done) {
        if (outcome.ok) changed += 1;
        else problems.push(outcome.problem);
        onDone(id, outcome);
      }
    }
    return success({ changed, refused: problems.length, problems: problems.slice(0, REASONS) });
  });
}

function cutShort(changed: number, all: number): Outcome<never> {
  return failure(
    'interrupted',
    `The service was changed, or Darkslide closed, before this finished: ${changed} of ${all} jobs are changed. Do it again for the others.`,
    { about: `${changed} / ${all}` },
  );
}
