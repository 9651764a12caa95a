import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Execution } from '#shared/service.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { intentOf, orderedImages } from './ordered.ts';

/**
 * Adopts an execution that the user found at the service for a job that is held or given up. Asks
 * the service whether the execution belongs to the job's own task; unless the service confirms
 * this, nothing changes. Problems: job-not-found, job-unreadable, job-not-adoptable,
 * execution-known, execution-not-found, and those of querying the service.
 */
export async function adopt(
  { ledger, service }: { readonly ledger: Ledger; readonly service: Service },
  jobId: number,
  executionId: string,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  const asked = takes(ledger, jobId, executionId);
  if (!asked.ok) return asked;
  const found = await find(service, asked.value, executionId, signal);
  if (!found.ok) return found;

  return ledger.transaction(() => {
    // the user may have decided otherwise while the service was being queried
    const still = takes(ledger, jobId, executionId);
    if (!still.ok) return still;
    const job = still.value;
    const doubtful = ledger.executions.ofJob(jobId).find(({ state }) => state === 'doubt');
    if (doubtful === undefined) {
      ledger.executions.adoptUnknown(
        {
          ...intentOf(job),
          // the user adopts all images that the service lists, even if another program ordered more
          // than this job would
          images: Math.max(orderedImages(job), found.value.results.length),
        },
        executionId,
      );
    } else {
      ledger.executions.adopt(doubtful.id, executionId);
    }
    ledger.jobs.resume(jobId);
    return success();
  });
}

/** Returns the job if it may adopt this execution. */
function takes(ledger: Ledger, jobId: number, executionId: string): Outcome<Job> {
  const loaded = ledger.jobs.load(jobId);
  if (!loaded.ok) return loaded;
  const { name, state } = loaded.value;
  if (state !== 'held' && state !== 'failed' && state !== 'cancelled') {
    return failure('job-not-adoptable', { jobId, name, state }, { about: name });
  }
  if (ledger.executions.ofJob(jobId).some((known) => known.executionId === executionId)) {
    return failure(
      'execution-known',
      { jobId, name, executionId },
      {
        about: name,
      },
    );
  }
  return loaded;
}

/**
 * Returns the execution if it is the job's own: the service lists it on the job's task or, if that
 * task already lists 20 other executions, the execution's photo is the job's own upload.
 */
async function find(
  service: Service,
  { name, taskId, uploads }: Job,
  executionId: string,
  signal: AbortSignal,
): Promise<Outcome<Execution>> {
  const isIt = (execution: Execution) => execution.executionId === executionId;
  const notThere = failure('execution-not-found', { executionId, name }, { about: executionId });
  if (taskId === null) return notThere;
  const listed = await service.query({ taskId }, { signal });
  if (!listed.ok) return failure(failureProblem(listed.failure));
  const own = listed.value.executions.find(isIt);
  if (own !== undefined) return success(own);

  const alone = await service.query({ executionId }, { signal });
  if (!alone.ok) {
    const isNo = alone.failure.kind === 'refused';
    return isNo ? notThere : failure(failureProblem(alone.failure));
  }
  const { initParams, executions } = alone.value;
  const photo = uploads.originalImage;
  const isOfJob = photo !== undefined && initParams['originalImage'] === photo;
  const found = isOfJob ? executions.find(isIt) : undefined;
  return found === undefined ? notThere : success(found);
}
