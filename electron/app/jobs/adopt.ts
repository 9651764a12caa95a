import { success, type Outcome } from '#shared/problem.ts';
import { adopt } from '../../engine/queue/adopt.ts';
import type { Studio } from '../../studio.ts';
import { interrupted } from '../interrupted.ts';

/**
 * Adopts an execution that the user found at the service, after the service has confirmed that the execution belongs to
 * the job. Problems: those of `adopt`, interrupted if the studio closes in the meantime.
 */
export async function adoptExecution(
  studio: Pick<Studio, 'ledger' | 'service' | 'change' | 'ending'>,
  { jobId, executionId }: { readonly jobId: number; readonly executionId: string },
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { change, ending } = studio;
  const adopted = await change([jobId], () =>
    adopt(studio, jobId, executionId.trim(), AbortSignal.any([signal, ending])),
  );
  if (adopted.ok) return success(null);
  return ending.aborted ? interrupted(adopted.problem.message) : adopted;
}
