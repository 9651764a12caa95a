import type { AgentVersion } from '#shared/agents/index.ts';
import type { Problem } from '#shared/problem.ts';
import { problemText } from '../../texts/problems.ts';

/**
 * Returns the first problem of each field, in the current language. Missing values are reported only after
 * the user has tried to use the recipe.
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
