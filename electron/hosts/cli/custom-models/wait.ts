import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { waitModelsCommand } from '../../../app/command-line/wait-models.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { refuse } from '../refuse.ts';
import type { CustomModelTexts } from './lines.ts';
import { printAwaited } from './print.ts';

/** Default time limit in s; preparing takes minutes. */
export const USUAL_PATIENCE = 900;

/**
 * Runs `wait`: prints each model or scene when it is complete or failed, and the unfinished ones when the time is over.
 */
export async function waitCommand(
  context: Context,
  words: CustomModelTexts,
  ids: readonly number[],
  patience: number,
): Promise<ExitStatus> {
  const { kind } = words;
  const input = { kind, ids, patience };
  const waited = await operate(context, {
    channel: 'wait-models',
    useCase: waitModelsCommand,
    input,
    takeOver: () => input,
  });
  if (!waited.ok) return refuse(context, waited.problem);
  const { left, areAllReady } = waited.value;
  for (const model of left) {
    const problem = model.problem ?? notReady(context, words, model.id);
    printAwaited(context.out, context, kind, { ...model, problem });
  }
  return areAllReady ? exitStatus.done : exitStatus.unfinished;
}

/** Returns the reason for which waiting for an unfinished model or scene ended. */
function notReady(
  { interrupted }: Context,
  { kind, command }: CustomModelTexts,
  id: number,
): Problem {
  return interrupted.aborted
    ? problemOf('aborted.preparing', { kind, id, command })
    : problemOf('time-over.own', { kind, id, command });
}
