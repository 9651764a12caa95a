import { agents, type AgentVersion } from '#shared/agents/index.ts';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import { ofCatalogue } from './catalogue.ts';
import { withDays } from './days.ts';
import { dayText } from './numbers.ts';
import { locale, spokenWords, t, type PlainTextKey } from './texts.svelte.ts';

/**
 * Returns a problem in the current language. The studio's own messages are English and contain all details; other
 * languages have a message for each code, with what the problem is about inserted. Parameters are named by the labels
 * of their fields, those of `agent` if known.
 */
export function problemText(problem: Problem, agent?: AgentVersion): string {
  const text = wordsOf(problem, agent);
  return ofDays.has(problem.code) ? withDays(text, dayText) : text;
}

/** Problems whose message contains a date. */
const ofDays: ReadonlySet<ProblemCode> = new Set([
  'own-release-over',
  'service-certificate-expired',
]);

function wordsOf(problem: Problem, agent: AgentVersion | undefined): string {
  const { code, message, parameter } = problem;
  // on screen a mask is drawn or loaded, not uploaded under the service's name
  if (code === 'parameter-required' && parameter === 'customMask') return t('mask.field.needed');
  const known = agent === undefined ? agents : [agent];
  const words = spokenWords();
  if (words !== null) return filled(words.problems[code], valuesOf(problem, known));
  if (!code.startsWith('parameter-') && code !== 'photo-misfit') return message;
  return inLabels(message, known);
}

/** Replaces the names of parameters in a text with the labels of their fields in the `known` agents. */
export function inLabels(text: string, known: readonly AgentVersion[]): string {
  return text.replaceAll(BEHIND_LABEL, '').replaceAll(CAMEL_CASE, (name) => {
    const label = labelOf(name, known);
    return label === name ? name : `"${label}"`;
  });
}

/** Matches the names of the service's parameters, but no word of a sentence. */
const CAMEL_CASE = /\b[a-z]+[A-Z]\w*/gu;

/** Parameter names in brackets, with their values: their labels are already in the sentence. */
const BEHIND_LABEL = / \([a-z]+[A-Z]\w*(?:[:,][^)]*)?\)/gu;

interface Values {
  readonly about?: string | undefined;
  readonly field?: string | undefined;
}

/** Removes the parts in square brackets that have no value. */
function filled(text: string, values: Values): string {
  return text.replaceAll(/\[([^\]]*)\]/gu, (_, part: string) => {
    const [, name] = /\{(about|field)\}/u.exec(part) ?? [];
    const value = values[name as keyof Values];
    return value === undefined || value === '' ? '' : part.replace(`{${name}}`, () => value);
  });
}

/** Problems whose `about` lists the names of parameters. */
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

/** Labels of the fields that belong to no agent. */
const fields: Readonly<Record<string, PlainTextKey>> = {
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

/** Returns the label of the field, or the parameter's name where several agents label it differently. */
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
