import { findAgent, imagesPerExecution } from '#shared/agents/index.ts';
import type { Recipe } from '#shared/recipe.ts';

/** Returns how many images a recipe buys for one photo. */
export function imagesOf(recipe: Recipe): number {
  const agent = findAgent(recipe.agent, recipe.version);
  if (!agent.ok) throw new Error(agent.problem.message);
  return imagesPerExecution(agent.value, recipe.params);
}
