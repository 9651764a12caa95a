import type { AgentVersion, Condition, Parameter } from './shape.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Whether a value was given at all. A field left blank and an empty list count as not given, so a
 * panel needs no rule of its own for them.
 */
export function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined;
}

/**
 * Whether a condition holds, with the defaults in effect; undefined while the parameter it asks about
 * has no usable value, so that one mistake is not told twice.
 */
export function holds(
  agent: AgentVersion,
  condition: Condition,
  given: Given,
): boolean | undefined {
  const asked = agent.params.find((parameter) => parameter.name === condition.parameter);
  if (asked?.kind.type !== 'choice') throw new Error(`${condition.parameter} is not a choice`);
  const value = isGiven(given[asked.name]) ? given[asked.name] : asked.default;
  if (!asked.kind.choices.some((choice) => choice.value === value)) return undefined;
  return 'is' in condition
    ? condition.is.some((one) => one === value)
    : !condition.isNot.some((one) => one === value);
}

/** Whether a parameter applies now; undefined while that cannot be said. */
export function applies(
  agent: AgentVersion,
  parameter: Parameter,
  given: Given,
): boolean | undefined {
  return parameter.appliesWhen === undefined ? true : holds(agent, parameter.appliesWhen, given);
}
