import type { AgentVersion } from '#shared/agents/index.ts';
import type { Problem } from '#shared/problem.ts';
import { problemText } from '../../texts/problems.ts';

/**
 * What is wrong with a recipe by the field it means, the first of each in the language spoken. What
 * is only missing is told once somebody has tried to use the recipe.
 */
export function problemsByField(
  problems: readonly Problem[],
  isTried: boolean,
  agent: AgentVersion,
): Readonly<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const problem of problems) {
    const { parameter, code } = problem;
    if (parameter === undefined || (code === 'parameter-required' && !isTried)) continue;
    told[code === 'recipe-name-taken' ? 'name' : parameter] ??= problemText(problem, agent);
  }
  return told;
}
