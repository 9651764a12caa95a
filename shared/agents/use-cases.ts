import { didYouMean } from '../nearest.ts';
import { failure, success, type Outcome } from '../problem.ts';
import { isGiven, parameterNamed } from './conditions.ts';
import type { AgentVersion, ParamValue, UseCase } from './shape.ts';

type ParameterValues = Readonly<Record<string, unknown>>;

/** Returns the use case that the values match, with defaults applied; undefined if there is none. */
export function useCaseOf(agent: AgentVersion, given: ParameterValues): UseCase | undefined {
  return agent.useCases.find(({ params, orElse = {} }) =>
    Object.entries(params).every(([name, value]) => {
      const parameter = parameterNamed(agent, name);
      const now = isGiven(parameter, given) ? given[name] : parameter.default;
      return now === value || (orElse[name] ?? []).some((other) => other === now);
    }),
  );
}

/** Returns the names of the parameters that a use case needs and that have no value yet. */
export function stillNeeded(
  agent: AgentVersion,
  { needs }: UseCase,
  given: ParameterValues,
): string[] {
  return needs.filter((name) => !isGiven(parameterNamed(agent, name), given));
}

/**
 * Returns the parameters of the agent's use case with this name; `given` overrides them. Problems: usage, with the
 * available use cases; parameter-required, if `given` lacks a value that the use case needs.
 */
export function useCaseParams(
  agent: AgentVersion,
  name: string,
  given: ParameterValues,
): Outcome<Readonly<Record<string, ParamValue>>> {
  const names = agent.useCases.map((one) => one.name);
  const useCase = agent.useCases.find((one) => one.name === name);
  if (useCase === undefined) {
    const there =
      names.length === 0 ? `${agent.name} has none.` : `Available: ${names.join(', ')}.`;
    const hint = didYouMean(name, names) || ` ${there}`;
    return failure('usage', `${agent.name} has no use case "${name}".${hint}`);
  }
  const [missing] = stillNeeded(agent, useCase, given);
  if (missing !== undefined) {
    const needs = useCase.needs.join(' and ');
    const message = `The use case ${name} needs ${needs}. Set ${missing} to an ID from darkslide info ${agent.name}.`;
    return failure('parameter-required', message, { parameter: missing, about: missing });
  }
  return success(useCase.params);
}
