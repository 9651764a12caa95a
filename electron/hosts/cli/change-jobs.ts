import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import type { Outcome } from '#shared/problem.ts';
import { changeJobsCommand } from '../../app/command-line/change-jobs.ts';
import { deleteTasksCommand } from '../../app/command-line/delete-tasks.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { operate } from './operate.ts';
import { refuse } from './refuse.ts';

/** Changes jobs and prints a line for each; does not contact the service. */
export async function changeJobsHere(
  context: Context,
  input: CommandInput<'change-jobs'>,
): Promise<ExitStatus> {
  const changed = await operate(context, {
    channel: 'change-jobs',
    useCase: changeJobsCommand,
    input,
    on: 'ledger',
  });
  return statusOf(context, changed);
}

/** Deletes the tasks of jobs from the service and prints a line for each. */
export async function deleteTasks(context: Context, ids: readonly number[]): Promise<ExitStatus> {
  const deleted = await operate(context, {
    channel: 'delete-tasks',
    useCase: deleteTasksCommand,
    input: { ids },
  });
  const status = statusOf(context, deleted);
  if (!deleted.ok || deleted.value.isDeleted) return status;
  context.out.warn(context.t('deleteTask.later'));
  return exitStatus.unfinished;
}

function statusOf(context: Context, changed: Outcome<CommandResult<'change-jobs'>>): ExitStatus {
  if (!changed.ok) return refuse(context, changed.problem);
  const { jobs, refused, isStopped } = changed.value;
  if (jobs === 0) context.out.say(context.t('changed.none'));
  return refused === 0 && !isStopped ? exitStatus.done : exitStatus.unfinished;
}
