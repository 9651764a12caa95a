import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { AgentInfo } from '#shared/service.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';

/** `info`: what the service offers for an agent. Problems: those of asking the service. */
export async function infoCommand(
  service: Service,
  { agentName, agentVersion, page, pageSize, resourceType }: CommandInput<'info'>,
  signal: AbortSignal,
): Promise<Outcome<AgentInfo>> {
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
}
