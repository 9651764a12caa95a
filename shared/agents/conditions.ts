import type { AgentVersion, Condition, Kind, Parameter } from './shape.ts';

type ParameterValues = Readonly<Record<string, unknown>>;

const wordless: readonly Kind['type'][] = ['integer', 'id', 'ids', 'boolean'];

/**
 * Returns whether a parameter has a value. Blank text and an empty list of IDs count as no value, so that a panel needs
 * no extra rule for an empty field.
 */
export function isGiven({ name, kind }: Parameter, given: ParameterValues): boolean {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (typeof value === 'string' && !wordless.includes(kind.type)) return value.trim() !== '';
  if (Array.isArray(value) && kind.type === 'ids') return value.length > 0;
  return value !== undefined;
}

/** Returns the parameters that a separate mask image can fill; empty for an agent without masks. */
export function maskParameters(agent: AgentVersion): Parameter[] {
  return agent.params.filter(({ carriesMask }) => carriesMask === true);
}

/**
 * Returns the parameter that a rule or a condition names. Throws if the agent does not have it, which is an error in
 * the catalogue.
 */
export function parameterNamed(agent: AgentVersion, name: string): Parameter {
  const parameter = agent.params.find((one) => one.name === name);
  if (parameter === undefined) throw new Error(`${agent.name} declares no parameter ${name}`);
  return parameter;
}

/**
 * Returns whether a condition holds, after applying defaults; undefined while the parameter that it tests has no valid
 * value, so that one mistake is not reported twice.
 */
export function holds(
  agent: AgentVersion,
  condition: Condition,
  given: ParameterValues,
): boolean | undefined {
  const asked = parameterNamed(agent, condition.parameter);
  if (asked.kind.type !== 'choice') throw new Error(`${asked.name} is not a choice`);
  const value = isGiven(asked, given) ? given[asked.name] : asked.default;
  if (!asked.kind.choices.some((choice) => choice.value === value)) return undefined;
  return 'is' in condition
    ? condition.is.some((one) => one === value)
    : !condition.isNot.some((one) => one === value);
}

/** Returns whether a parameter applies; undefined if the parameter of its condition has no valid value. */
export function applies(
  agent: AgentVersion,
  parameter: Parameter,
  given: ParameterValues,
): boolean | undefined {
  return parameter.appliesWhen === undefined ? true : holds(agent, parameter.appliesWhen, given);
}
