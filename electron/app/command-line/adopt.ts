import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { adoptExecution } from '../jobs/adopt.ts';
import type { CommandPlace } from './place.ts';
import { reachService } from './reach-service.ts';
import type { Talk } from './talk.ts';

/** `adopt`: links an execution to a job, and returns the job's new state. Problems: those of `reachService`. */
export function adoptCommand(
  place: CommandPlace,
  request: CommandInput<'adopt'>,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'adopt'>>> {
  return place.withStudio<CommandResult<'adopt'>>(async ({ studio }) => {
    const reached = await reachService(studio.service, 'refuse', talk, signal);
    if (!reached.ok) return reached;
    const adopted = await adoptExecution(studio, request, signal);
    if (!adopted.ok) return success({ refused: adopted.problem });
    const job = studio.ledger.jobs.load(request.jobId);
    return job.ok ? success({ state: job.value.state, name: job.value.name }) : job;
  });
}
