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
  const { out } = context;
  if (options.yes !== true && context.ask === null) {
    const message = `A deleted ${kind} cannot be restored, and there is no terminal to ask for confirmation. Add --yes to delete it.`;
    return refuse(context, { code: 'usage', message });
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
        `The ${kind} ${id} is deleted.`,
      );
      return exitStatus.done;
    case 'in-use':
      return refuse(context, inUseProblem(end));
    case 'kept':
      out.warn('Nothing was deleted.');
      return exitStatus.unfinished;
    case 'not-deleted': {
      const message = `The service has not confirmed yet that the ${kind} ${id} is deleted. Darkslide tries again the next time it runs, or when you run darkslide ${command} delete ${id}.`;
      const isLate = end.problem.code === 'aborted';
      out.problem(isLate ? { code: 'service-timeout', message } : end.problem);
      return exitStatus.unfinished;
    }
  }
}
