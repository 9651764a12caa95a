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

/** `delete`: prints what came of it. */
export async function deleteCommand(
  context: Context,
  words: CustomModelTexts,
  id: number,
  options: DeleteOptions,
): Promise<ExitStatus> {
  const { kind, command } = words;
  const { out } = context;
  if (options.yes !== true && context.ask === null) {
    const message = `The ${kind} cannot be brought back once it is deleted. Say --yes: there is no terminal to ask on.`;
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
      const message = `The service has not said yet that the ${kind} ${id} is deleted. It is written down: Darkslide asks again when it works on, in a window or with darkslide ${command} delete ${id}.`;
      const isLate = end.problem.code === 'aborted';
      out.problem(isLate ? { code: 'service-timeout', message } : end.problem);
      return exitStatus.unfinished;
    }
  }
}
