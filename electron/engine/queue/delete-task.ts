import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { giveUpIntents, onJob, type Change } from './change-jobs.ts';
import { mayTurnUp } from './late.ts';
import { isInDoubt, type JobFile } from './plan.ts';

/**
 * Requests that the service delete the task of a job: recorded here, sent by
 * `createDeleter`. Refuses when the job still needs its task. `now` is wall-clock ms. Problems:
 * job-not-found, job-unreadable, task-in-use, task-uncertain, task-deleted-already, task-missing.
 */
export function deleteTask(now: number): Change {
  return onJob((ledger, job) => {
    const { id, name, taskId } = job;
    const file = {
      job,
      executions: ledger.executions.ofJob(id),
      results: ledger.results.ofJob(id),
    };
    if (taskId === null) {
      const isGone = file.executions.some((each) => ledger.deletions.has(each.taskId));
      return isGone
        ? failure(
            'task-deleted-already',
            { name },
            {
              about: name,
            },
          )
        : failure('task-missing', { name }, { about: name });
    }
    const spare = checkTaskSpare(ledger, file, now);
    if (!spare.ok) return spare;
    // these executions were never sent; if they stayed, they would be sent on the deleted task
    giveUpIntents(ledger, file.executions, 'task deleted');
    ledger.deletions.ask({ taskId, jobId: id });
    return success({ job, means: 'deletes-task' });
  });
}

/**
 * Checks that a job no longer needs its task. `now` is wall-clock ms. Problems: task-in-use,
 * task-uncertain.
 */
export function checkTaskSpare(
  ledger: Pick<Ledger, 'executions'>,
  { job, executions, results }: JobFile,
  now: number,
): Outcome<void> {
  const { id, name, state } = job;
  if (executions.some(isInDoubt) || mayTurnUp(ledger, id, now)) {
    return failure('task-uncertain', { name }, { about: name });
  }
  const isOpen = state === 'waiting' || state === 'running' || state === 'held';
  const isMade = executions.some((each) => each.state === 'started');
  const isComing = results.some(
    (each) => each.kind === 'image' && each.status === 'Success' && each.delivered === null,
  );
  if (!isOpen && !isMade && !isComing) return success();
  return failure('task-in-use', { name }, { about: name });
}
