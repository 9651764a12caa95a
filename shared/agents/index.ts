import { failure } from '../page-failure.ts';
/**
 * The catalogue: everything that Darkslide knows about the service's agents. To add an agent, add a file to this folder
 * and a line to `shapes`.
 */
import { nearest } from '../nearest.ts';
import type { Outcome } from '../problem.ts';
import { success } from '../problem.ts';
import { aimodel } from './aimodel.ts';
import { aipose } from './aipose.ts';
import { aiproduct } from './aiproduct.ts';
import { changemodelbg } from './changemodelbg.ts';
import { describeAgent } from './describe.ts';
import type { AgentDescription } from './describe.ts';
import { expandimage } from './expandimage.ts';
import { mannequin } from './mannequin.ts';
import { removeBG } from './removeBG.ts';
import type { AgentShape, AgentVersion, ValuesOf } from './shape.ts';
import { virtualtryon } from './virtualtryon.ts';

export { checkInit, checkParams, checkPhoto, checkWire } from './check.ts';
export type { CheckContext } from './check.ts';
export type { AgentDescription, ParameterDescription } from './describe.ts';
export { parseSetting, settingText } from './settings.ts';
export type { AgentVersion, IdSource, InfoList, Parameter, ParamValue } from './shape.ts';
export { stillNeeded, useCaseOf, useCaseParams } from './use-cases.ts';
export { isImageReference, isWebAddress, nameOfAddress } from './values.ts';
export { imagesPerExecution, takesImage, takesMask, wireInit, wireParams } from './wire.ts';

const shapes = [
  aimodel,
  aiproduct,
  aipose,
  expandimage,
  removeBG,
  virtualtryon,
  changemodelbg,
  mannequin,
] as const;

type Shape = (typeof shapes)[number];

export type AgentName = Shape['name'];

/** The execution parameters of an agent as a TypeScript type. */
export type ParamsOf<Name extends AgentName> = ValuesOf<Extract<Shape, { name: Name }>['params']>;

/** The initial parameters of an agent as a TypeScript type. */
export type InitOf<Name extends AgentName> = ValuesOf<Extract<Shape, { name: Name }>['init']>;

function inEachVersion({ versions, ...rest }: AgentShape): AgentVersion[] {
  return versions.map((version) => ({ ...rest, version }));
}

/** All agents in all versions, in the order of the interface, with the newest version first. */
export const agents: readonly AgentVersion[] = shapes.flatMap(inEachVersion);

/**
 * Returns the agent with this exact name, by default in its newest version. Fails with `agent-unknown` or
 * `version-unknown`, with the available names and a suggestion.
 */
export function findAgent(name: string, version?: string): Outcome<AgentVersion> {
  const named = agents.filter((agent) => agent.name === name);
  const [newest] = named;
  if (newest === undefined) {
    const names = shapes.map((shape) => shape.name);
    const values = { name, names };
    const of = { parameter: 'agent', about: name };
    const meant = nearest(name, names);
    return meant === null
      ? failure('agent-unknown', values, of)
      : failure('agent-unknown.nearest', { ...values, meant }, of);
  }
  const found = version === undefined ? newest : named.find((agent) => agent.version === version);
  if (found !== undefined) return success(found);
  const versions = named.map((agent) => agent.version);
  const values = { agent: name, version: version ?? '', versions };
  const of = { parameter: 'version', about: `${name} ${version}` };
  const meant = nearest(version ?? '', versions);
  return meant === null
    ? failure('version-unknown', values, of)
    : failure('version-unknown.nearest', { ...values, meant }, of);
}

/** Returns the complete catalogue as plain JSON. */
export function describeAgents(): AgentDescription[] {
  return agents.map(describeAgent);
}
