import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { finishTaskDeletions } from '../jobs/delete-tasks.ts';
import { changeEach } from './change-jobs.ts';
import type { CommandPlace } from './place.ts';
import { reachService } from './reach-service.ts';
import type { Talk } from './talk.ts';

/** `delete-task`: deletes the tasks of jobs from the service. Problems: interrupted, those of `reachService`. */
export function deleteTasksCommand(
  place: CommandPlace,
  { ids }: CommandInput<'delete-tasks'>,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'delete-tasks'>>> {
  return place.withStudio(async ({ studio }) => {
    const reached = await reachService(studio.service, 'refuse', talk, signal);
    if (!reached.ok) return reached;
    const changed = await changeEach(studio, { ids, action: 'delete-task' }, talk, signal);
    if (!changed.ok) return changed;
    return success({ ...changed.value, isDeleted: await finishTaskDeletions(studio, signal) });
  });
}
