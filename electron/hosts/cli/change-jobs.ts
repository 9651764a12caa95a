import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import type { Outcome } from '#shared/problem.ts';
import { changeJobsCommand } from '../../app/command-line/change-jobs.ts';
import type { Context } from './context.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { ledgerPlace, openLedgerHere } from './open-ledger.ts';
import { openStudioHere, studioPlace } from './open-studio.ts';
import { operate } from './operate.ts';
import { refuse } from './refuse.ts';

type Request = CommandInput<'change-jobs'>;

/** Does this to jobs and prints a line each; the service is not needed. */
export async function changeJobsHere(context: Context, input: Request): Promise<ExitStatus> {
  const changed = await operate(context, {
    channel: 'change-jobs',
    input,
    place: ledgerPlace(context),
    open: () => openLedgerHere(context),
    work: (place, talk, signal) => changeJobsCommand(place, input, talk, signal),
  });
  return statusOf(context, changed);
}

/** Deletes the tasks of jobs at the service, and prints a line each. */
export async function deleteTasks(context: Context, ids: readonly number[]): Promise<ExitStatus> {
  const place = studioPlace(context);
  if (!place.ok) return refuse(context, place.problem);
  const input = { action: 'delete-task' as const, ids: [...ids], all: [] };
  const changed = await operate(context, {
    channel: 'change-jobs',
    input,
    place: place.value,
    open: () => openStudioHere(context, {}),
    work: ({ studio }, talk, signal) => changeJobsCommand(studio, input, talk, signal),
  });
  if (changed.ok && !changed.value.isDeleted) {
    context.out.warn(
      'The service did not answer for every task; the rest is done when Darkslide works on.',
    );
  }
  return statusOf(context, changed);
}

function statusOf(context: Context, changed: Outcome<CommandResult<'change-jobs'>>): ExitStatus {
  if (!changed.ok) return refuse(context, changed.problem);
  const { jobs, refused, isDeleted, isStopped } = changed.value;
  if (jobs === 0) context.out.say('There is no such job.');
  return refused === 0 && isDeleted && !isStopped ? exitStatus.done : exitStatus.unfinished;
}
