import { mapOutcome, type Outcome } from '#shared/problem.ts';
import type { ActionResult, JobAction, JobsChanged } from '#shared/views/queue.ts';
import { systemClock } from '../../base/clock.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { changedRecipes, paddedRecipes } from '../../engine/intake/new-recipes.ts';
import {
  cancel,
  pause,
  retry,
  toFront,
  type Change,
  type JobChange,
} from '../../engine/queue/change-jobs.ts';
import { runWith } from '../../engine/queue/change-recipe.ts';
import { deleteTask } from '../../engine/queue/delete-task.ts';
import { changeInBatches } from './in-batches.ts';
import type { JobPlace } from './place.ts';
import { chosenJobs, type JobChoice } from './select.ts';

/**
 * Applies an action to each job separately: if a job cannot be changed, its refusal is reported and the others are
 * changed. `onDone` receives each result after its commit. Skips the remaining jobs after an abort. Problem:
 * interrupted, if the studio closes before all jobs have been changed.
 */
export async function changeJobs(
  place: JobPlace,
  { ids: given, action }: { readonly ids: readonly number[]; readonly action: JobAction },
  signal: AbortSignal,
  onDone: (jobId: number, done: Outcome<JobChange>) => void = () => {},
): Promise<Outcome<ActionResult>> {
  const ids = [...new Set(given)];
  const change = await changeOf(place.ledger, action, ids, signal);
  const acted = await changeInBatches(place, { ids, jobIds: ids, change, onDone }, signal);
  if (action === 'delete-task') place.deleteTasks();
  return acted;
}

/**
 * Applies an action to the given jobs, or to all that match a filter, and returns which jobs an undo may resume.
 * Problem: interrupted.
 */
export async function changeChosenJobs(
  place: JobPlace,
  { jobs, action }: { readonly jobs: JobChoice; readonly action: JobAction },
  signal: AbortSignal,
): Promise<Outcome<JobsChanged>> {
  const undoable: number[] = [];
  const canUndo = action === 'cancel' || action === 'pause';
  const ids = chosenJobs(place.ledger, jobs);
  const acted = await changeJobs(place, { ids, action }, signal, (id, done) => {
    if (canUndo && done.ok && isOpen(done.value.job)) undoable.push(id);
  });
  return mapOutcome(acted, (result) => ({ ...result, undoable }));
}

function isOpen({ state }: JobChange['job']): boolean {
  return state === 'waiting' || state === 'running';
}

async function changeOf(
  ledger: Ledger,
  action: JobAction,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Change> {
  switch (action) {
    case 'retry':
      return retry(false);
    case 'send-again':
      return retry(true);
    case 'cancel':
      return cancel;
    case 'pause':
      return pause;
    case 'to-front':
      return toFront(ledger.queue.highestPriority());
    case 'pad':
      return runWith(await paddedRecipes(ledger, ids, signal), 'pads');
    case 'changed-recipe':
      return runWith(await changedRecipes(ledger, ids, signal), 'takes-recipe');
    case 'delete-task':
      return deleteTask(systemClock.wall());
  }
}
