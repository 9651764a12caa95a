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

/** A choice that was changed, because otherwise another value would have had no effect. */
export interface TurnedValue {
  readonly parameter: Parameter;
  /** The previous value; undefined if there was none. */
  readonly from: unknown;
  readonly to: ParamValue;
}

/**
 * Returns the choice that must change so that the parameter `name` has an effect; null if the parameter already has an
 * effect. Prefers the choice in the agent's example; if this choice does not help, uses the first choice that helps.
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

/** Puts a value into the form. If a choice would prevent its effect, changes this choice, too. */
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
      // restores the values of the same agent, even if the form shows another agent now
      const values = form.params[panelKey({ agent: agent.name, version: agent.version })];
      if (values === undefined) return;
      values[name] = before[name];
      if (turned !== null) values[turned.parameter.name] = turned.from;
    },
  };
}
