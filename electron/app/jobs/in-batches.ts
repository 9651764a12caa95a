import { setImmediate } from 'node:timers/promises';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { ActionResult } from '#shared/views/queue.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { JobPlace } from './place.ts';

/** Number of changes per commit; requests of screens are answered between two commits. */
const BATCH = 100;
/** Maximum number of reasons reported for an action on many jobs. */
export const REASONS = 5;

/** An action, the ids it applies to, and the jobs that must not run during it. */
interface Action<T> {
  readonly ids: readonly number[];
  readonly jobIds: readonly number[];
  change(ledger: Ledger, id: number): Outcome<T>;
  /** Receives each result in order, after its commit. */
  onDone(id: number, done: Outcome<T>): void;
}

/**
 * Applies a change to all ids, one batch per commit; skips the remaining ids after an abort. Problem: interrupted, if
 * the studio closes before all changes are made.
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
  return failure('interrupted.jobs', { changed, all }, { about: `${changed} / ${all}` });
}
