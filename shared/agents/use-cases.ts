import { nearest } from '../nearest.ts';
import { failure } from '../page-failure.ts';
import { success, type Outcome } from '../problem.ts';
import { isGiven, parameterNamed } from './conditions.ts';
import type { AgentVersion, ParamValue, UseCase } from './shape.ts';

type ParameterValues = Readonly<Record<string, unknown>>;

/** Returns the use case that the values match, after applying defaults; undefined if there is none. */
export function useCaseOf(agent: AgentVersion, given: ParameterValues): UseCase | undefined {
  return agent.useCases.find(({ params, orElse = {} }) =>
    Object.entries(params).every(([name, value]) => {
      const parameter = parameterNamed(agent, name);
      const now = isGiven(parameter, given) ? given[name] : parameter.default;
      return now === value || (orElse[name] ?? []).some((other) => other === now);
    }),
  );
}

/** Returns the names of the parameters that a use case needs and that do not have a value yet. */
export function stillNeeded(
  agent: AgentVersion,
  { needs }: UseCase,
  given: ParameterValues,
): string[] {
  return needs.filter((name) => !isGiven(parameterNamed(agent, name), given));
}

/**
 * Returns the parameters of the agent's use case with this name, overridden by `given`. Problems: usage, with the
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
    const values = { agent: agent.name, name };
    const meant = nearest(name, names);
    if (meant !== null) return failure('usage.use-case-nearest', { ...values, meant });
    return names.length === 0
      ? failure('usage.use-case-none', values)
      : failure('usage.use-case', { ...values, names });
  }
  const [missing] = stillNeeded(agent, useCase, given);
  if (missing !== undefined) {
    const needs = useCase.needs.join(' and ');
    return failure(
      'parameter-required.use-case',
      { useCase: name, needs, missing, agent: agent.name },
      { parameter: missing, about: missing },
    );
  }
  return success(useCase.params);
}
