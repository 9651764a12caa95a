import type { Input } from '#shared/ipc.ts';
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
import { chosenJobs } from './select.ts';

export interface ActionOnJobs {
  readonly ids: readonly number[];
  readonly action: JobAction;
  /** Ids of charged jobs that new jobs, which are charged too, may replace; see `runWith`. */
  readonly replaceable?: readonly number[];
}

/**
 * Applies an action to each job separately: if a job cannot be changed, its refusal is reported and the others are
 * changed. `onDone` receives each result after its commit. Skips the remaining jobs after an abort. Problem:
 * interrupted, if the studio closes before all jobs have been changed.
 */
export async function changeJobs(
  place: JobPlace,
  { ids: given, action, replaceable = [] }: ActionOnJobs,
  signal: AbortSignal,
  onDone: (jobId: number, done: Outcome<JobChange>) => void = () => {},
): Promise<Outcome<ActionResult>> {
  const ids = [...new Set(given)];
  const change = await changeOf(place.ledger, { ids, action, replaceable }, signal);
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
  { jobs, action, mayReplace = false }: Input<'queue.act'>,
  signal: AbortSignal,
): Promise<Outcome<JobsChanged>> {
  const undoable: number[] = [];
  const canUndo = action === 'cancel' || action === 'pause';
  const ids = chosenJobs(place.ledger, jobs);
  const replaceable = mayReplace ? ids : [];
  const acted = await changeJobs(place, { ids, action, replaceable }, signal, (id, done) => {
    if (canUndo && done.ok && isOpen(done.value.job)) undoable.push(id);
  });
  return mapOutcome(acted, (result) => ({ ...result, undoable }));
}

function isOpen({ state }: JobChange['job']): boolean {
  return state === 'waiting' || state === 'running';
}

async function changeOf(
  ledger: Ledger,
  { ids, action, replaceable }: Required<ActionOnJobs>,
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
      return runWith(await paddedRecipes(ledger, ids, signal), 'pads', replaceable);
    case 'changed-recipe':
      return runWith(await changedRecipes(ledger, ids, signal), 'takes-recipe', replaceable);
    case 'delete-task':
      return deleteTask(systemClock.wall());
  }
}
