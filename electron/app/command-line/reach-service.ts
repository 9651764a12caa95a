import { failure, success, type Outcome } from '#shared/problem.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import type { Talk } from './talk.ts';

/**
 * Asks the service something small before anything is begun: the answer tests way and key. Where it cannot be
 * reached, the command is refused, or is told and waits. Problems: service-unauthorised, and with `refuse`
 * those of the way.
 */
export async function reachService(
  service: Service,
  unreachable: 'refuse' | 'wait',
  { tell }: Pick<Talk, 'tell'>,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const answer = await service.info(
    { agentName: 'removeBG', agentVersion: 'v1.0', pageSize: 1 },
    { signal },
  );
  if (answer.ok) return success();
  const { kind } = answer.failure;
  // the service's own no to this question says that it is there
  if (kind === 'refused' || kind === 'aborted') return success();
  const problem = failureProblem(answer.failure);
  if (kind === 'unauthorised' || unreachable === 'refuse') return failure(problem);
  tell({ kind: 'service-away', problem });
  return success();
}
