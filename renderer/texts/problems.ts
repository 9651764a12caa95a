import { agents, type AgentVersion } from '#shared/agents/index.ts';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import { ofCatalogue } from './catalogue.ts';
import { withDays } from './days.ts';
import { dayText } from './numbers.ts';
import { locale, spokenWords, t, type TextKey } from './texts.svelte.ts';

/**
 * A problem in the language spoken. The studio's own words are English and hold every particular;
 * another language has words of its own for each code, with what the problem is about worked in.
 * Parameters are called what their fields are called, those of `agent` where it is known.
 */
export function problemText(problem: Problem, agent?: AgentVersion): string {
  const text = wordsOf(problem, agent);
  return ofDays.has(problem.code) ? withDays(text, dayText) : text;
}

/** Those whose sentence tells a day. */
const ofDays: ReadonlySet<ProblemCode> = new Set([
  'own-release-over',
  'service-certificate-expired',
]);

function wordsOf(problem: Problem, agent: AgentVersion | undefined): string {
  const { code, message, parameter } = problem;
  // on the screens a mask is drawn or loaded, whatever the service calls it
  if (code === 'parameter-required' && parameter === 'customMask') return t('mask.field.needed');
  const known = agent === undefined ? agents : [agent];
  const words = spokenWords();
  if (words !== null) return filled(words.problems[code], valuesOf(problem, known));
  if (!code.startsWith('parameter-') && code !== 'photo-misfit') return message;
  return inLabels(message, known);
}

/** A text that calls parameters by their names, with the labels of their fields in those `known` agents. */
export function inLabels(text: string, known: readonly AgentVersion[]): string {
  return text.replaceAll(BEHIND_LABEL, '').replaceAll(CAMEL_CASE, (name) => {
    const label = labelOf(name, known);
    return label === name ? name : `"${label}"`;
  });
}

/** As the service's parameters are called, and no word of a sentence is. */
const CAMEL_CASE = /\b[a-z]+[A-Z]\w*/gu;

/** Names of parameters in brackets, with their values: their labels are in the sentence already. */
const BEHIND_LABEL = / \([a-z]+[A-Z]\w*(?:[:,][^)]*)?\)/gu;

interface Values {
  readonly about?: string | undefined;
  readonly field?: string | undefined;
}

/** The text without the parts in square brackets that nothing fills. */
function filled(text: string, values: Values): string {
  return text.replaceAll(/\[([^\]]*)\]/gu, (_, part: string) => {
    const [, name] = /\{(about|field)\}/u.exec(part) ?? [];
    const value = values[name as keyof Values];
    return value === undefined || value === '' ? '' : part.replace(`{${name}}`, () => value);
  });
}

/** Those whose `about` lists the names of parameters. */
const ofParameters: ReadonlySet<ProblemCode> = new Set([
  'parameter-required',
  'parameter-together',
]);

function valuesOf({ code, about, parameter }: Problem, known: readonly AgentVersion[]): Values {
  const isList = about !== undefined && ofParameters.has(code);
  return {
    about: isList ? eitherOf(labelsOf(about, known)) : about,
    field: parameter === undefined ? undefined : labelOf(parameter, known),
  };
}

function eitherOf(labels: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'disjunction' }).format(labels);
}

function labelsOf(names: string, known: readonly AgentVersion[]): string[] {
  return names.split(', ').map((name) => labelOf(name, known));
}

/** Labels of the fields that are no agent's. */
const fields: Readonly<Record<string, TextKey>> = {
  name: 'recipes.name',
  agent: 'recipes.agent',
  version: 'recipes.version',
  mask: 'recipes.mask',
  'prepare.pad': 'recipes.padColour',
  'prepare.longSide': 'recipes.longSide',
  'delivery.name': 'naming.label',
  template: 'naming.label',
  skuPattern: 'settings.sku',
  path: 'folders.path',
  outFolder: 'folders.outFolder',
};

/** The label a form gives the field, or its name where several agents label it differently. */
function labelOf(parameter: string, known: readonly AgentVersion[]): string {
  const name = parameter.replace(/^(?:draft|init|params)\./u, '');
  const key = fields[name];
  if (key !== undefined) return t(key);
  const [label, ...others] = new Set(
    known
      .flatMap(({ init, params }) => [...init, ...params])
      .filter((each) => each.name === name)
      .map((each) => each.label),
  );
  return label === undefined || others.length > 0 ? name : ofCatalogue(label);
}
