import { findAgent, imagesPerExecution } from '#shared/agents/index.ts';
import type { ExecutionRow, Intent } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';

/** Returns how many images one execution of this job's recipe orders. */
export function orderedImages({ recipe }: Pick<Job, 'recipe'>): number {
  const agent = findAgent(recipe.agent, recipe.version);
  // never happens, because the recipe was checked when it was admitted
  if (!agent.ok) throw new Error(agent.problem.message);
  return imagesPerExecution(agent.value, recipe.params);
}

/** Returns an execution of this job's current run, as the ledger records it. */
export function intentOf(job: Job): Intent {
  return {
    jobId: job.id,
    run: job.runs,
    taskId: job.taskId ?? '',
    agent: job.recipe.agent,
    images: orderedImages(job),
  };
}

/** Returns how many images an execution must list; what another program ordered for an adopted one is not known. */
export function leastImages({ origin, images }: ExecutionRow): number {
  return origin === 'adopted' ? 1 : images;
}
