import { agents, type AgentVersion } from '#shared/agents/index.ts';
import type { Said } from '#shared/said.ts';
import english from '#shared/texts/en/page-problems.json' with { type: 'json' };
import type { Message } from '#shared/texts/format.ts';
import { problemTextFor } from '#shared/texts/problem-text.ts';
import { screenReader } from '#shared/texts/reader.ts';
import { ofCatalogue } from './catalogue.ts';
import { isSetting, settingName } from './setting-names.ts';
import { locale, spokenWords, t, type PlainTextKey } from './texts.svelte.ts';

/**
 * Returns the message of a problem in the current language. Parameters are called by the labels of their fields, which
 * are taken from `agent` if it is given. In English, the page contains only the messages that differ from the studio's;
 * all others arrive from the studio together with the problem.
 */
export function problemText(problem: Said, agent?: AgentVersion): string {
  const problems: Readonly<Record<string, Message>> = spokenWords()?.problems ?? english;
  const words = {
    locale: locale(),
    message: (key: string) => problems[key],
    label: ofCatalogue,
  };
  const known = agent === undefined ? agents : [agent];
  return problemTextFor(
    problem,
    screenReader(words, (name) => fieldLabel(name, known)),
  );
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
  'delivery.originalPixels': 'recipes.originalPixels',
  'delivery.finish': 'finish.files',
};

/**
 * Returns the label of a parameter, field or setting. Returns the name of a parameter if its label is not the same for
 * all agents.
 */
export function fieldLabel(name: string, known: readonly AgentVersion[]): string {
  if (isSetting(name)) return settingName(name);
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
