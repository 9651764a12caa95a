import { problemOf } from '../page-failure.ts';
import type {
  AgentVersion,
  AppliesWhen,
  Choice,
  Condition,
  Kind,
  Parameter,
  ParamValue,
  Rule,
} from './shape.ts';
import { mustBe } from './values.ts';

/** A parameter as plain JSON: its declaration, and the sentences derived from it. */
export interface ParameterDescription {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly type: Kind['type'];
  /** A description of the allowed values, such as their type or range. */
  readonly mustBe: string;
  /** When a value is required; `when-it-applies` depends on `appliesWhen`. */
  readonly required: 'always' | 'when-it-applies' | 'no';
  readonly default?: ParamValue;
  readonly choices?: readonly Choice[];
  /** A number, or the formula of the limit as an object. */
  readonly min?: unknown;
  readonly max?: unknown;
  readonly maxLength?: number;
  /** The list of templates, from the service's `info` operation, that contains the valid IDs. */
  readonly source?: string;
  readonly appliesWhen?: ConditionDescription;
}

/** A condition, with its message in English. */
export type ConditionDescription = Condition &
  Pick<AppliesWhen, 'otherwise'> & { readonly because: string };

/** A rule, with its English messages; `{parameters}` stands for the names in `of` that apply. */
export type RuleDescription = Omit<Rule, 'sentence' | 'narrower'> & {
  readonly sentence: string;
  readonly narrower?: Readonly<Record<string, string>>;
};

export interface AgentDescription {
  readonly agent: string;
  readonly version: string;
  readonly title: string;
  readonly purpose: string;
  readonly legacy: boolean;
  readonly info: AgentVersion['info'];
  readonly init: readonly ParameterDescription[];
  readonly params: readonly ParameterDescription[];
  readonly rules: readonly RuleDescription[];
  readonly useCases: AgentVersion['useCases'];
  readonly example: AgentVersion['example'];
}

function kindDetail(kind: Kind): Partial<ParameterDescription> {
  switch (kind.type) {
    case 'choice':
      return { choices: kind.choices };
    case 'integer':
      return { min: kind.min, max: kind.max };
    case 'id':
    case 'ids':
      return { source: kind.source };
    case 'text':
      return kind.maxLength === undefined ? {} : { maxLength: kind.maxLength };
    case 'boolean':
    case 'colour':
    case 'base64':
    case 'url':
      return {};
  }
}

function requirement(parameter: Parameter): ParameterDescription['required'] {
  if (parameter.required === undefined) return 'no';
  return parameter.appliesWhen === undefined ? 'always' : 'when-it-applies';
}

function describeParameter(parameter: Parameter): ParameterDescription {
  const { name, label, help, kind } = parameter;
  return {
    name,
    label,
    ...(help === undefined ? {} : { help }),
    type: kind.type,
    mustBe: mustBe(kind),
    required: requirement(parameter),
    ...(parameter.default === undefined ? {} : { default: parameter.default }),
    ...kindDetail(kind),
    ...(parameter.appliesWhen === undefined
      ? {}
      : { appliesWhen: describeCondition(parameter.appliesWhen) }),
  };
}

function describeCondition(appliesWhen: AppliesWhen): ConditionDescription {
  return { ...appliesWhen, because: problemOf(appliesWhen.because).message };
}

function describeRule({ sentence, narrower, ...rule }: Rule): RuleDescription {
  const said = (key: Rule['sentence']) => problemOf(key, { parameters: '{parameters}' }).message;
  const narrow = Object.entries(narrower ?? {}).map(([names, key]) => [names, said(key)]);
  return {
    ...rule,
    sentence: said(sentence),
    ...(narrower === undefined ? {} : { narrower: Object.fromEntries(narrow) }),
  };
}

/** Returns an agent version as plain JSON, for `darkslide agents --json`, the panel and the docs. */
export function describeAgent(agent: AgentVersion): AgentDescription {
  return {
    agent: agent.name,
    version: agent.version,
    title: agent.title,
    purpose: agent.purpose,
    legacy: agent.legacy,
    info: agent.info,
    init: agent.init.map(describeParameter),
    params: agent.params.map(describeParameter),
    rules: agent.rules.map(describeRule),
    useCases: agent.useCases,
    example: agent.example,
  };
}
