import { canRetry } from '#shared/fixes.ts';
import type { JobState } from '#shared/job.ts';
import type { ProblemCode } from '#shared/problem.ts';
import type { AnswerMeaning, JobAnswer } from '#shared/views/queue.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { JobCounts } from '../../adapters/ledger/queue.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';

/** What determines the actions for a job. */
export interface AnswerBasis {
  readonly state: JobState;
  /** The code of the problem for which the job is held or failed, or of its warning. */
  readonly code: ProblemCode | undefined;
  readonly executions: readonly Pick<ExecutionRow, 'state'>[];
  /** Whether the job can run again with its hot folder's changed recipe. */
  readonly isRecipeChanged: boolean;
  /** Whether the last purchase produced no image, see `cameToNothing`. */
  readonly cameToNothing: boolean;
}

/**
 * Returns the actions that a job offers, the safest first and giving up last. What an action means depends on the
 * job's executions: sending again while an execution is in doubt may buy the run twice; a started execution is paid
 * for.
 */
export function answersTo(basis: AnswerBasis): readonly JobAnswer[] {
  // the state in an unreadable row cannot be relied on
  if (basis.code === 'job-unreadable') return [];
  switch (basis.state) {
    case 'waiting':
    case 'running':
      return basis.executions.some(mayBeBought) ? [] : [{ action: 'cancel', means: 'cancels' }];
    case 'held':
      return answersToHeld(basis);
    case 'failed':
      return [...goingOn(basis), { action: 'cancel', means: 'puts-away' }];
    case 'cancelled':
      return goingOn(basis);
    case 'done':
      return [];
  }
}

function answersToHeld(basis: AnswerBasis): readonly JobAnswer[] {
  const { code, executions } = basis;
  const isBought = executions.some(mayBeBought);
  const adoption: JobAnswer = { action: 'adopt', means: 'adopts' };
  const giveUp: JobAnswer = { action: 'cancel', means: isBought ? 'gives-up' : 'cancels' };
  // querying or sending again would find the same full list of executions
  if (code === 'execution-limit-of-task') return [adoption, giveUp];
  return [...goingOn(basis), giveUp];
}

function goingOn(basis: AnswerBasis): readonly JobAnswer[] {
  const { code, executions, cameToNothing, isRecipeChanged } = basis;
  const has = (state: ExecutionRow['state']) => executions.some((e) => e.state === state);
  const retry = (means: AnswerMeaning): JobAnswer => ({ action: 'retry', means });
  if (has('doubt')) {
    return [
      retry('asks-again'),
      { action: 'adopt', means: 'adopts' },
      { action: 'send-again', means: 'sends-again' },
    ];
  }
  if (has('started')) return [retry('keeps-waiting')];
  const isBought = executions.some(mayBeBought);
  const changedRecipe: JobAnswer = {
    action: 'changed-recipe',
    means: isBought ? 'buys-with-recipe' : 'takes-recipe',
  };
  const changed = isRecipeChanged ? [changedRecipe] : [];
  if (code === 'bought-elsewhere') return [{ action: 'send-again', means: 'buys-again' }];
  if (cameToNothing) return [{ action: 'send-again', means: 'buys-again' }, ...changed];
  return [...(canRetry(code) ? [retry('goes-on')] : []), ...changed];
}

/** Returns whether a job can run again with its hot folder's current recipe. */
export function mayTakeRecipe(job: JobCounts | undefined): boolean {
  return job !== undefined && job.isRecipeChanged && mayRunWith(job);
}

/** Returns whether a job, or a new job in its place, can run with another recipe; change-recipe.ts decides which. */
export function mayRunWith({ isSent, isReplaceable, isOfOtherStation }: JobCounts): boolean {
  return !isSent || (isReplaceable && !isOfOtherStation);
}

/** Returns whether the service may have charged for this execution. */
export function mayBeBought({ state }: Pick<ExecutionRow, 'state'>): boolean {
  return state !== 'intent' && state !== 'rejected' && state !== 'void';
}

/**
 * Returns whether the run was bought but the service produced no image: only buying again helps.
 */
export function cameToNothing(
  run: number,
  executions: readonly ExecutionRow[],
  results: readonly ResultRow[],
): boolean {
  const finished = executions.filter((e) => e.run === run && e.state === 'finished');
  const rows = new Set(finished.map((e) => e.id));
  return (
    finished.length > 0 && !results.some((r) => rows.has(r.executionRow) && r.status === 'Success')
  );
}
