import { agents } from '#shared/agents/index.ts';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import { ofCatalogue } from './catalogue.ts';
import { spoken, t, type TextKey } from './texts.svelte.ts';
import { problems } from './zh-CN/problems.ts';

/**
 * A problem in the language spoken. The studio's own words are English and hold every particular;
 * another language has words of its own for each code, with what the problem is about worked in.
 */
export function problemText(problem: Problem): string {
  return spoken() === 'en' ? problem.message : filled(problems[problem.code], valuesOf(problem));
}

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

function valuesOf({ code, about, parameter }: Problem): Values {
  return {
    about: ofParameters.has(code) ? about?.split(', ').map(labelOf).join('、') : about,
    field: parameter === undefined ? undefined : labelOf(parameter),
  };
}

/** Labels of the fields that are no agent's. */
const fields: Readonly<Record<string, TextKey>> = {
  name: 'recipes.name',
  agent: 'recipes.agent',
  version: 'recipes.version',
  mask: 'recipes.mask',
  'prepare.pad': 'recipes.padColour',
  'delivery.name': 'naming.label',
  template: 'naming.label',
  skuPattern: 'settings.sku',
  path: 'folders.path',
  outFolder: 'folders.outFolder',
};

/** The label a form gives the field, or its name where several agents label it differently. */
function labelOf(parameter: string): string {
  const name = parameter.replace(/^(?:draft|init|params)\./u, '');
  const key = fields[name];
  if (key !== undefined) return t(key);
  const [label, ...others] = new Set(
    agents
      .flatMap(({ init, params }) => [...init, ...params])
      .filter((each) => each.name === name)
      .map((each) => each.label),
  );
  return label === undefined || others.length > 0 ? name : ofCatalogue(label);
}
