import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import type { Talk } from './talk.ts';

/**
 * Sends a small request before a command begins, to test the connection and the key. If the service cannot be reached,
 * either refuses the command or reports that the command is waiting. Problems: service-unauthorised, and with `refuse`
 * those of the connection.
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
  // a refusal by the service shows that it is available
  if (kind === 'refused' || kind === 'aborted') return success();
  const problem = failureProblem(answer.failure);
  if (kind === 'unauthorised' || unreachable === 'refuse') return failure(problem);
  tell({ kind: 'service-away', problem });
  return success();
}
