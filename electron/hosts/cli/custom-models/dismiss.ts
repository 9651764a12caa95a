import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { dismissCreationsCommand } from '../../../app/command-line/dismiss-creations.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { refuse } from '../refuse.ts';
import type { CustomModelTexts } from './lines.ts';

/** Runs `dismiss` and prints the dismissed creations. */
export async function dismissCommand(
  context: Context,
  { kind, command }: CustomModelTexts,
  ids: readonly number[],
): Promise<ExitStatus> {
  const { out, t } = context;
  const ended = await operate(context, {
    channel: 'dismiss-creations',
    useCase: dismissCreationsCommand,
    input: { kind, ids },
    on: 'ledger',
  });
  if (!ended.ok) return refuse(context, ended.problem);
  const dismissed = new Set(ended.value.dismissed);
  let status: ExitStatus = exitStatus.done;
  for (const id of new Set(ids)) {
    if (dismissed.has(id)) {
      out.result({ creation: id, state: 'away' }, t('creation.dismissed', { id }));
      continue;
    }
    const problem: Problem = problemOf('own-creation-unknown.listed', { kind, id, command });
    out.problem(problem);
    status = exitStatus.unfinished;
  }
  return status;
}
