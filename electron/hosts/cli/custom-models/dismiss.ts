import type { Problem } from '#shared/problem.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { withLedger } from '../ledger-session.ts';
import type { OwnWords } from './lines.ts';

/** `dismiss`: takes creations that stopped, or have sent nothing yet, off the list. */
export function dismissCommand(
  context: Context,
  { kind, command }: OwnWords,
  ids: readonly number[],
): Promise<ExitStatus> {
  const { out } = context;
  return withLedger(context, ({ creations }) => {
    let status: ExitStatus = exitStatus.done;
    for (const id of new Set(ids)) {
      if (creations.get(id)?.kind === kind && creations.putAway(id)) {
        out.result({ creation: id, state: 'away' }, `Creation ${id} is dismissed.`);
        continue;
      }
      const problem: Problem = {
        code: 'own-creation-unknown',
        message: `There is no creation ${id} of a ${kind} that has stopped or has sent nothing yet. See darkslide ${command} list.`,
      };
      out.problem(problem);
      status = exitStatus.unfinished;
    }
    return status;
  });
}
