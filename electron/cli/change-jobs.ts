import { failure, success, type Outcome } from '#shared/problem.ts';
import type { ExecutionRow } from '../ledger/executions.ts';
import type { Ledger } from '../ledger/open.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';

/** What came of a change to a job, in a sentence. */
export type Change = (ledger: Ledger, jobId: number) => Outcome<string>;

/** Makes the change to each job, prints a line each; the others go on when one is refused. */
export function changeJobs(
  { out }: Context,
  ledger: Ledger,
  ids: readonly number[],
  change: Change,
): ExitStatus {
  let status: ExitStatus = exitStatus.done;
  for (const id of ids) {
    const changed = ledger.transaction(() => change(ledger, id));
    if (changed.ok) {
      const job = ledger.jobs.load(id);
      out.result({ job: id, state: job.ok ? job.value.state : 'cancelled' }, changed.value);
    } else {
      out.problem(changed.problem);
      status = exitStatus.unfinished;
    }
  }
  if (ids.length === 0) out.say('There is no such job.');
  return status;
}

/**
 * Lets a job go on. One in doubt asks the service again; with `sendAgain` it counts as not bought and
 * is sent once more. One that was paid for and came to nothing is only bought again with `sendAgain`.
 */
export function retry(sendAgain: boolean): Change {
  return (ledger, id) => {
    const loaded = ledger.jobs.load(id);
    if (!loaded.ok) return loaded;
    const job = loaded.value;
    if (job.state !== 'failed' && job.state !== 'held' && job.state !== 'cancelled') {
      return failure(
        'usage',
        `Job ${id} (${job.name}) is ${job.state}; only failed, held and cancelled jobs can be retried.`,
      );
    }
    const executions = ledger.executions.ofJob(id);
    const doubtful = executions.filter((e) => e.state === 'doubt');
    if (doubtful.length > 0) {
      settleDoubt(ledger, doubtful, sendAgain);
      // a task that the service no longer knows would refuse it again
      if (sendAgain && job.problem?.code === 'service-refused') ledger.jobs.forgetTask(id);
      ledger.jobs.resume(id);
      return success(
        sendAgain
          ? `Job ${id} (${job.name}) will be sent again; if the first request did arrive, it is bought twice.`
          : `Job ${id} (${job.name}) asks the service again; nothing is sent.`,
      );
    }
    const again = cameToNothing(ledger, id, job.runs, executions);
    if (again && !sendAgain) {
      return failure(
        'execution-failed',
        `Job ${id} (${job.name}) was bought and the service made no image of it. To buy it once more: darkslide retry ${id} --send-again.`,
      );
    }
    ledger.jobs.resume(id, { again });
    return success(
      again
        ? `Job ${id} (${job.name}) will be bought once more.`
        : `Job ${id} (${job.name}) goes on; nothing that was bought is bought again.`,
    );
  };
}

function settleDoubt(ledger: Ledger, doubtful: readonly ExecutionRow[], sendAgain: boolean): void {
  for (const { id } of doubtful) {
    if (sendAgain) ledger.executions.giveUp(id, 'a person decided to send it again');
    else ledger.executions.askAgain(id);
  }
}

function cameToNothing(
  ledger: Ledger,
  jobId: number,
  run: number,
  executions: readonly ExecutionRow[],
): boolean {
  const finished = executions.filter((e) => e.run === run && e.state === 'finished');
  const rows = new Set(finished.map((e) => e.id));
  const results = ledger.results.ofJob(jobId);
  return (
    finished.length > 0 && !results.some((r) => rows.has(r.executionRow) && r.status === 'Success')
  );
}

/** Cancels a job that nothing was bought for yet, or gives up on one that is held. */
export const cancel: Change = (ledger, id) => {
  const loaded = ledger.jobs.load(id);
  if (!loaded.ok) return loaded;
  const job = loaded.value;
  const executions = ledger.executions.ofJob(id);
  const isBought = executions.some(mayBeBought);
  if (job.state === 'done' || job.state === 'failed' || job.state === 'cancelled') {
    return failure('usage', `Job ${id} (${job.name}) has ended already; it is ${job.state}.`);
  }
  if (isBought && job.state !== 'held') {
    return failure(
      'usage',
      `Job ${id} (${job.name}) is paid for already, so it is not cancelled. darkslide resume brings its results.`,
    );
  }
  for (const execution of executions) {
    if (execution.state === 'intent') ledger.executions.giveUp(execution.id, 'cancelled');
  }
  ledger.jobs.end(id, 'cancelled', {
    code: 'cancelled',
    message: isBought ? 'A person gave up on it.' : 'A person cancelled it.',
  });
  return success(
    isBought
      ? `Job ${id} (${job.name}) is given up. What was charged for it stays charged.`
      : `Job ${id} (${job.name}) is cancelled; nothing was bought for it.`,
  );
};

/** Whether the service may have charged for this execution. */
export function mayBeBought({ state }: ExecutionRow): boolean {
  return state !== 'intent' && state !== 'rejected' && state !== 'void';
}
