import { applies, isGiven, maskParameters, parameterNamed } from './conditions.ts';
import type { AgentVersion, ParamValue } from './shape.ts';
import { valueFault } from './values.ts';

type ParameterValues = Readonly<Record<string, unknown>>;

/**
 * Returns the exact `params` of an execute request, in the catalogue's order: the given values that apply, and always
 * batchCount, because the price depends on it. Omits parameters that must not be sent or have no effect; all other
 * values in `given` must have passed `checkParams`.
 */
export function wireParams(
  agent: AgentVersion,
  given: ParameterValues,
): Record<string, ParamValue> {
  const body: Record<string, ParamValue> = {};
  for (const parameter of agent.params) {
    if (applies(agent, parameter, given) !== true) continue;
    if (isGiven(parameter, given)) body[parameter.name] = given[parameter.name] as ParamValue;
    else if (parameter.alwaysSent === true && parameter.default !== undefined) {
      body[parameter.name] = parameter.default;
    }
  }
  return body;
}

/** Returns the exact `initParams` of a create request, in the catalogue's order. */
export function wireInit(agent: AgentVersion, given: ParameterValues): Record<string, string> {
  const body: Record<string, string> = {};
  for (const parameter of agent.init) {
    const value = given[parameter.name];
    if (isGiven(parameter, given) && typeof value === 'string') body[parameter.name] = value;
  }
  return body;
}

/**
 * Returns the number of images that an execution with these parameters generates, which is what the service charges
 * for. An invalid batchCount counts as the default, as at the service (interface: "Limits").
 */
export function imagesPerExecution(agent: AgentVersion, given: ParameterValues): number {
  const parameter = parameterNamed(agent, 'batchCount');
  const value = given['batchCount'];
  if (typeof parameter.default !== 'number') throw new Error('batchCount has no default');
  const usable = typeof value === 'number' && !valueFault(parameter.kind, value, { given });
  return usable ? value : parameter.default;
}

/** Returns whether the agent can use a mask image (maskType `custom`). */
export function takesMask(agent: AgentVersion): boolean {
  return maskParameters(agent).length > 0;
}

/** Returns whether the agent accepts this additional photo when its task is created. */
export function takesImage(
  agent: AgentVersion,
  image: 'fashionModelImage' | 'locationImage',
): boolean {
  return agent.init.some(({ name }) => name === image);
}
