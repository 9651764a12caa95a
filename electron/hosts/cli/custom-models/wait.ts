import { ownFacts } from '#shared/own.ts';
import type { Problem } from '#shared/problem.ts';
import {
  waitForCustomModels,
  type AwaitedModel,
  type WaitProgress,
} from '../../../app/custom-models/wait.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse } from '../refuse.ts';
import { withTools } from '../tools-session.ts';
import { errorOf, ownLine, unknownLine, withId, type OwnWords } from './lines.ts';

/** s that are waited where nothing else is said; making one ready takes minutes. */
export const USUAL_PATIENCE = 900;

/** `wait`: until each is complete or failed. Asks the service alone, so it works beside a window. */
export function waitCommand(
  context: Context,
  words: OwnWords,
  ids: readonly number[],
  patience: number,
): Promise<ExitStatus> {
  const { out, interrupted } = context;
  const { kind } = words;
  return withTools(context, async ({ service }) => {
    let status: ExitStatus = exitStatus.done;
    const progress: WaitProgress = {
      ended(model) {
        if (model.problem !== null) status = exitStatus.unfinished;
        tell(context, words, model);
      },
      away: ({ code, message }) => out.warn(`waiting, ${code}: ${message}`),
      waiting: (count) => out.progress(`${count} being made ready`),
    };
    const request = { kind, ids, patience };
    const left = await waitForCustomModels(service, request, progress, interrupted);
    if (!left.ok) return refuse(context, left.problem);
    for (const model of left.value) {
      const problem = model.problem ?? notReady(context, words, model.id);
      tell(context, words, { ...model, problem });
    }
    return left.value.length === 0 ? status : exitStatus.unfinished;
  });
}

/** Why one that is neither complete nor failed is not waited for any more. */
function notReady({ interrupted }: Context, { kind, command }: OwnWords, id: number): Problem {
  const goOn = `darkslide ${command} wait ${id} waits on.`;
  return interrupted.aborted
    ? { code: 'aborted', message: `The service goes on making the ${kind} ${id} ready; ${goOn}` }
    : {
        code: 'time-over',
        message: `The ${kind} ${id} is not ready yet; the service goes on with it. ${goOn}`,
      };
}

function tell({ out }: Context, { kind }: OwnWords, { id, told, problem }: AwaitedModel): void {
  const { parameter } = ownFacts[kind];
  const line = told === null ? { ...unknownLine, error: errorOf(problem) } : ownLine(told, problem);
  const text =
    problem === null
      ? `The ${kind} ${id} (${line.name}) is complete: --set ${parameter}=${id}`
      : `${id}, ${problem.code}: ${problem.message}`;
  out.result(withId(kind, id, line), text);
}
