import { canRetry } from '#shared/fixes.ts';
import { personStates } from '#shared/job.ts';
import { failure, problemOf } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { ChangeMeaning } from '#shared/views/queue.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import { FIRST_PRIORITY } from '../../adapters/ledger/job-columns.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { cameToNothing, mayBeBought } from './answers.ts';

/** A change to a job, and its effect on photo and cost. */
export interface JobChange {
  /** The job as it was before the change. */
  readonly job: Pick<Job, 'id' | 'name' | 'state'>;
  readonly means: ChangeMeaning;
  /** Id of the job that replaces the job, if one does. */
  readonly newJob?: number;
}

/** Records the user's decision; must be called within a transaction. A refusal changes nothing. */
export type Change = (ledger: Ledger, jobId: number) => Outcome<JobChange>;

/**
 * Resumes a job. A job in doubt queries the service again; with `sendAgain` its execution counts as
 * not bought and is sent once more. A job that was paid for without a result is only bought again
 * with `sendAgain`. Problems: job-not-found, job-unreadable, job-not-retryable, execution-failed
 * (only sending again helps), and the problem of a job that cannot succeed with this photo and this
 * recipe (see fixes.ts).
 */
export function retry(sendAgain: boolean): Change {
  return onJob((ledger, job) => {
    const { id, name, state } = job;
    if (state !== 'failed' && state !== 'held' && state !== 'cancelled') {
      return notRetryable(job);
    }
    const executions = ledger.executions.ofJob(id);
    const doubtful = executions.filter((e) => e.state === 'doubt');
    if (doubtful.length > 0) {
      settleDoubt(ledger, doubtful, sendAgain);
      // the service would again refuse a task that it no longer has
      if (sendAgain && job.problem?.code === 'service-refused') ledger.jobs.forgetTask(id);
      ledger.jobs.resume(id);
      return success({ job, means: sendAgain ? 'sends-again' : 'asks-again' });
    }
    const isInVain = cameToNothing(job.runs, executions, ledger.results.ofJob(id));
    if (isInVain && !sendAgain) {
      return failure('execution-failed.paid', { id, name }, { about: name });
    }
    const isElsewhere =
      job.problem?.code === 'bought-elsewhere' || (sendAgain && isOfOtherStation(ledger, job));
    const again = isInVain || isElsewhere;
    if (
      job.problem !== null &&
      (isElsewhere ? !sendAgain : !again && !canRetry(job.problem.code))
    ) {
      return failure(job.problem);
    }
    if (isTaskGone(job, executions)) {
      giveUpIntents(ledger, executions, 'the task no longer exists');
      ledger.jobs.beginAnew(id);
    }
    ledger.jobs.resume(id, { again });
    const isStarted = executions.some((e) => e.state === 'started');
    return success({ job, means: again ? 'buys-again' : isStarted ? 'keeps-waiting' : 'goes-on' });
  });
}

/** Returns whether another station has processed the photo of a failed job, and may have paid for it. */
function isOfOtherStation({ sharedWork }: Ledger, { id, state }: Job): boolean {
  return state === 'failed' && (sharedWork.get(id)?.station ?? null) !== null;
}

/** Returns the problem job-not-retryable. */
export function notRetryable({ id, name, state }: Job): Outcome<never> {
  return failure('job-not-retryable', { id, name, state }, { about: name });
}

/**
 * Returns whether the service refused every query about the task of a run for which nothing has
 * been bought: the task was deleted at the service, by a user or after this ledger's backup was
 * made. A new task can replace it, because everything that was sent on the old one has ended or was given up.
 */
function isTaskGone(
  { state, problem, runs, taskId }: Job,
  executions: readonly ExecutionRow[],
): boolean {
  if (state !== 'held' || problem?.code !== 'service-refused' || taskId === null) return false;
  return executions.every(
    (each) => unbought.has(each.state) || (each.state === 'finished' && each.run < runs),
  );
}

/** The states of an execution that has bought nothing, as far as anyone knows. */
const unbought: ReadonlySet<ExecutionRow['state']> = new Set(['intent', 'rejected', 'void']);

/** Gives up the executions that have not been sent. */
export function giveUpIntents(
  ledger: Ledger,
  executions: readonly ExecutionRow[],
  why: string,
): void {
  for (const { id, state } of executions) {
    if (state === 'intent') ledger.executions.giveUp(id, why);
  }
}

function settleDoubt(ledger: Ledger, doubtful: readonly ExecutionRow[], sendAgain: boolean): void {
  for (const { id } of doubtful) {
    if (sendAgain) ledger.executions.giveUp(id, 'a person decided to send it again');
    else ledger.executions.askAgain(id);
  }
}

/**
 * Cancels a job for which nothing has been bought, gives up a held job, or dismisses a failed one. Problems:
 * job-not-found, job-unreadable, job-ended, job-paid (a paid job that needs no decision by the user).
 */
export const cancel: Change = onJob((ledger, job) => {
  const { id, name, state } = job;
  const executions = ledger.executions.ofJob(id);
  const isBought = executions.some(mayBeBought);
  if (state === 'done' || state === 'cancelled') {
    return failure(
      'job-ended',
      { id, name, state },
      {
        about: name,
      },
    );
  }
  if (isBought && !personStates.includes(state)) {
    return failure('job-paid', { id, name }, { about: name });
  }
  giveUpIntents(ledger, executions, 'cancelled');
  ledger.jobs.end(id, 'cancelled', problemOf('cancelled'));
  const means = isBought ? 'gives-up' : 'cancels';
  return success({ job, means: state === 'failed' ? 'puts-away' : means });
});

/**
 * Holds a job until the user resumes it. Problems: job-not-found, job-unreadable, job-not-pausable.
 */
export const pause: Change = onJob((ledger, job) => {
  const { id, name, state } = job;
  if (hasEnded(job) || state === 'held') {
    return failure(
      'job-not-pausable',
      { id, name, state },
      {
        about: name,
      },
    );
  }
  ledger.jobs.end(id, 'held', problemOf('paused'));
  return success({ job, means: 'paused' });
});

/**
 * Moves jobs ahead of all waiting jobs, keeping their order. Problems: job-not-found,
 * job-unreadable, job-not-waiting.
 */
export function toFront(highest: number): Change {
  const priority = Math.max(FIRST_PRIORITY, highest + 1);
  return onJob((ledger, job) => {
    const { id, name, state } = job;
    if (state !== 'waiting' && state !== 'running') {
      return failure(
        'job-not-waiting',
        { id, name, state },
        {
          about: name,
        },
      );
    }
    ledger.jobs.prioritise(id, priority);
    return success({ job, means: 'goes-first' });
  });
}

/** Applies a change to a job if its row can be read. */
export function onJob(change: (ledger: Ledger, job: Job) => Outcome<JobChange>): Change {
  return (ledger, id) => {
    const loaded = ledger.jobs.load(id);
    return loaded.ok ? change(ledger, loaded.value) : loaded;
  };
}

function hasEnded({ state }: Job): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}
