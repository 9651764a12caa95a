import { findAgent, imagesPerExecution } from '#shared/agents/index.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';

/** Returns how many images an execution of this job's recipe orders. */
export function orderedImages({ recipe }: Pick<Job, 'recipe'>): number {
  const agent = findAgent(recipe.agent, recipe.version);
  // the recipe was checked when it was admitted
  if (!agent.ok) throw new Error(agent.problem.message);
  return imagesPerExecution(agent.value, recipe.params);
}
