import { problemOf } from '#shared/failure.ts';
import { customModelFacts } from '#shared/custom-models.ts';
import { deleteModelCommand } from '../../../app/command-line/delete-model.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { operate } from '../operate.ts';
import { refuse } from '../refuse.ts';
import { inUseProblem } from './deletion-text.ts';
import type { CustomModelTexts } from './lines.ts';

export interface DeleteOptions {
  readonly yes?: true;
  readonly evenIfUsed?: true;
}

/** Runs `delete` and prints the result. */
export async function deleteCommand(
  context: Context,
  words: CustomModelTexts,
  id: number,
  options: DeleteOptions,
): Promise<ExitStatus> {
  const { kind, command } = words;
  const { out, t } = context;
  if (options.yes !== true && context.ask === null) {
    return refuse(context, problemOf('usage.delete-needs-yes', { kind }));
  }
  const input = {
    kind,
    id,
    isAgreed: options.yes === true,
    evenIfUsed: options.evenIfUsed === true,
  };
  const deleted = await operate(context, {
    channel: 'delete-model',
    useCase: deleteModelCommand,
    input,
  });
  if (!deleted.ok) return refuse(context, deleted.problem);
  const end = deleted.value;
  switch (end.kind) {
    case 'deleted':
      out.result(
        { [customModelFacts[kind].parameter]: id, deleted: true },
        t('model.deleted', { kind, id }),
      );
      return exitStatus.done;
    case 'in-use':
      return refuse(context, inUseProblem(t, end));
    case 'kept':
      out.warn(t('model.kept'));
      return exitStatus.unfinished;
    case 'not-deleted': {
      const late = problemOf('service-timeout.deletion', { kind, id, command });
      const isLate = end.problem.code === 'aborted';
      out.problem(isLate ? late : end.problem);
      return exitStatus.unfinished;
    }
  }
}
