import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { AgentInfo } from '#shared/service.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { CommandPlace } from './place.ts';
import type { Talk } from './talk.ts';

/** `info`: returns the service's lists for an agent. Problems: those of querying the service. */
export function infoCommand(
  place: CommandPlace,
  { agentName, agentVersion, page, pageSize, resourceType }: CommandInput<'info'>,
  _talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<AgentInfo>> {
  return place.withTools(async ({ service }) => {
    const answer = await service.info(
      {
        agentName,
        agentVersion,
        ...(page === undefined ? {} : { page }),
        ...(pageSize === undefined ? {} : { pageSize }),
        ...(resourceType === undefined ? {} : { resourceType }),
      },
      { signal },
    );
    return answer.ok ? success(answer.value) : failure(failureProblem(answer.failure));
  });
}
