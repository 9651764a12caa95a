import type { AgentVersion, Parameter, ParamValue } from '#shared/agents/index.ts';
import { applies, holds, parameterNamed } from '#shared/agents/conditions.ts';
import {
  agentOf,
  panelKey,
  type,
  valuesOf,
  type RecipeForm,
} from '../../parts/recipe/recipe-form.ts';

type Values = Readonly<Record<string, unknown>>;

/** A choice that was changed so that another value has an effect. */
export interface TurnedValue {
  readonly parameter: Parameter;
  /** The value before; undefined for none. */
  readonly from: unknown;
  readonly to: ParamValue;
}

/**
 * Returns the choice that must change for a value of the parameter `name` to have an effect; null when it already has
 * one. The new choice is that of the agent's example, else the first that works.
 */
export function turnFor(agent: AgentVersion, values: Values, name: string): TurnedValue | null {
  const wanted = parameterNamed(agent, name);
  const { appliesWhen } = wanted;
  if (appliesWhen === undefined || applies(agent, wanted, values) === true) return null;
  const parameter = parameterNamed(agent, appliesWhen.parameter);
  if (parameter.kind.type !== 'choice') return null;
  const example = agent.example[parameter.name];
  const choices = parameter.kind.choices.map(({ value }) => value);
  const to = [...(example === undefined ? [] : [example]), ...choices].find(
    (value) => holds(agent, appliesWhen, { [parameter.name]: value }) === true,
  );
  if (to === undefined) return null;
  return { parameter, from: values[parameter.name], to };
}

/** A value that was put into a panel. */
export interface Put {
  readonly parameter: Parameter;
  readonly turned: TurnedValue | null;
  /** Restores the panel's previous values. */
  readonly undo: () => void;
}

/** Puts a value into the form, and changes what it needs to have an effect. */
export function putInto(form: RecipeForm, name: string, value: ParamValue): Put {
  const agent = agentOf(form);
  const before = { ...valuesOf(form) };
  const turned = turnFor(agent, before, name);
  type(form, name, value);
  if (turned !== null) type(form, turned.parameter.name, turned.to);
  return {
    parameter: parameterNamed(agent, name),
    turned,
    undo() {
      // the form may have another agent by now
      const values = form.params[panelKey({ agent: agent.name, version: agent.version })];
      if (values === undefined) return;
      values[name] = before[name];
      if (turned !== null) values[turned.parameter.name] = turned.from;
    },
  };
}
