import { problemOf } from '../page-failure.ts';
import type { Size } from '../pictures.ts';
import type { Problem } from '../problem.ts';
import { applies, holds, isGiven, maskParameters, parameterNamed } from './conditions.ts';
import type { AgentVersion, Kind, Parameter, Rule } from './shape.ts';
import {
  isImageReference,
  limitsOf,
  shown,
  unknownParameter,
  valueFault,
  valueProblem,
} from './values.ts';
import type { Facts } from './values.ts';

type ParameterValues = Readonly<Record<string, unknown>>;

export interface CheckContext {
  /**
   * Size of the uploaded copy in px. If the size is unknown, limits that depend on it are not
   * checked.
   */
  readonly photoWidth?: number | undefined;
  readonly photoHeight?: number | undefined;
  /** Whether a separate mask image is given, which will fill customMask or customMaskUrl. */
  readonly maskGiven?: boolean | undefined;
}

/** The name under which problems report the separate mask image. */
const besideMask = 'mask';

function valueProblems(parameter: Parameter, value: unknown, facts: Facts): Problem[] {
  const { kind, name, refusal } = parameter;
  const fault = valueFault(kind, value, facts);
  if (fault === undefined) return [];
  const problem = valueProblem(parameter, shown(value), facts);
  const more =
    fault.meant !== null
      ? problemOf('parameter-choice.nearest', { meant: fault.meant })
      : refusal === undefined
        ? null
        : problemOf(refusal);
  return [
    {
      ...(more === null ? problem : problemOf('parameter-type.more', { problem, more })),
      code: fault.code,
      parameter: name,
      ...aboutLimits(kind, facts),
    },
  ];
}

function aboutLimits(kind: Kind, facts: Facts): Pick<Problem, 'about'> {
  const about = limitsOf(kind, facts);
  return about === null ? {} : { about };
}

function unknownProblems(
  agent: AgentVersion,
  known: readonly Parameter[],
  given: ParameterValues,
): Problem[] {
  const names = known.map((parameter) => parameter.name);
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => unknownParameter(agent, name, names));
}

/** Returns the problems of a parameter. */
function parameterProblems(agent: AgentVersion, parameter: Parameter, facts: Facts): Problem[] {
  const { given } = facts;
  const applied = applies(agent, parameter, given);
  if (!isGiven(parameter, given)) {
    return parameter.required !== undefined && applied === true
      ? [problemOf(parameter.required, {}, { parameter: parameter.name })]
      : [];
  }
  if (applied === false && parameter.appliesWhen !== undefined) {
    const { otherwise, because } = parameter.appliesWhen;
    const { name } = parameter;
    const values = { because: problemOf(because), parameter: name };
    return otherwise === 'left-out'
      ? []
      : [problemOf('parameter-not-used', values, { parameter: name })];
  }
  return valueProblems(parameter, given[parameter.name], facts);
}

function ruleProblems(agent: AgentVersion, rule: Rule, given: ParameterValues): Problem[] {
  if (rule.when !== undefined && holds(agent, rule.when, given) !== true) return [];
  const concerned = rule.of
    .map((name) => parameterNamed(agent, name))
    .filter((parameter) => applies(agent, parameter, given) !== false);
  const names = concerned.map((parameter) => parameter.name);
  const set = concerned
    .filter((parameter) => isGiven(parameter, given))
    .map((parameter) => parameter.name);
  const broken = rule.need === 'at-least-one' ? set.length === 0 : set.length > 1;
  const meant = rule.need === 'at-least-one' ? names[0] : set.at(-1);
  if (!broken || meant === undefined) return [];
  const about = names.join(', ');
  const key = rule.narrower?.[about] ?? rule.sentence;
  return [problemOf(key, { parameters: names }, { parameter: meant, about })];
}

/** Checks that the agent uses a separate mask with these values, and that no other mask is given. */
function maskProblems(agent: AgentVersion, given: ParameterValues): Problem[] {
  const mask = maskParameters(agent);
  const [first] = mask;
  if (first === undefined) {
    return [problemOf('mask-not-taken', { agent: agent.name }, { parameter: besideMask })];
  }
  if (applies(agent, first, given) === false && first.appliesWhen !== undefined) {
    const because = problemOf(first.appliesWhen.because);
    return [problemOf('parameter-not-used.custom-mask', { because }, { parameter: besideMask })];
  }
  const twice = mask.find((parameter) => isGiven(parameter, given));
  if (twice === undefined) return [];
  return [problemOf('mask-twice', { parameter: twice.name }, { parameter: twice.name })];
}

/**
 * Returns all problems of an execution's parameters, before anything is sent (interface: "Execution parameters per
 * agent"). Blank text and empty lists count as not given. A value that must not be sent, or that has no effect, is also
 * a problem. `wireParams` omits such values; it also omits values for which the interface defines no meaning
 * (`left-out`), which are not a problem.
 */
export function checkParams(
  agent: AgentVersion,
  given: ParameterValues,
  context: CheckContext = {},
): Problem[] {
  const facts: Facts = { ...context, given };
  const maskGiven = context.maskGiven === true;
  const rules = agent.rules.filter((rule) => !(maskGiven && rule.metByMask === true));
  return [
    ...unknownProblems(agent, agent.params, given),
    ...agent.params.flatMap((parameter) => parameterProblems(agent, parameter, facts)),
    ...(maskGiven ? maskProblems(agent, given) : []),
    ...rules.flatMap((rule) => ruleProblems(agent, rule, given)),
  ];
}

/**
 * Returns the problems that the service itself reports for an execution's parameters: like `checkParams`, but ignores
 * unknown parameters and those without effect, replaces an invalid batchCount by its default (interface: "Errors", 5),
 * and applies only the interface's own rules.
 */
export function checkWire(
  agent: AgentVersion,
  body: ParameterValues,
  context: CheckContext = {},
): Problem[] {
  const facts: Facts = { ...context, given: body };
  const judged = agent.params.filter(
    (parameter) =>
      parameter.replacedByService !== true &&
      !(
        parameter.appliesWhen?.otherwise === 'no-effect' &&
        applies(agent, parameter, body) === false
      ),
  );
  return [
    ...judged.flatMap((parameter) => parameterProblems(agent, parameter, facts)),
    ...agent.rules
      .filter((rule) => rule.by === 'service')
      .flatMap((rule) => ruleProblems(agent, rule, body)),
  ];
}

function hangsOnPhoto({ kind }: Parameter): boolean {
  return (
    kind.type === 'integer' &&
    [kind.min, kind.max].some((bound) => typeof bound === 'object' && 'photo' in bound)
  );
}

/**
 * Returns the problems of the parameters for a photo whose uploaded copy has this size in px. `checkParams` reports the
 * problems that do not depend on the photo.
 */
export function checkPhoto(agent: AgentVersion, given: ParameterValues, uploaded: Size): Problem[] {
  const facts: Facts = { given, photoWidth: uploaded.width, photoHeight: uploaded.height };
  return agent.params
    .filter(hangsOnPhoto)
    .filter((parameter) => parameterProblems(agent, parameter, { given }).length === 0)
    .flatMap((parameter) => parameterProblems(agent, parameter, facts));
}

interface InitContext {
  /** Whether the values are from a recipe, where images may be file paths and the photo itself is missing. */
  readonly inRecipe?: boolean;
}

/** Returns all problems of a task's initial parameters (interface: "initParams (all agents)"). */
export function checkInit(
  agent: AgentVersion,
  given: ParameterValues,
  context: InitContext = {},
): Problem[] {
  const inRecipe = context.inRecipe === true;
  const known = agent.init.filter(({ name }) => !(inRecipe && name === 'originalImage'));
  const problems = known.flatMap((parameter) => {
    const value = given[parameter.name];
    const asFile =
      inRecipe &&
      parameter.kind.type === 'url' &&
      typeof value === 'string' &&
      isImageReference(value);
    return asFile ? [] : parameterProblems(agent, parameter, { given });
  });
  return [...unknownProblems(agent, known, given), ...problems];
}
