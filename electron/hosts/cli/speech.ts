import { languageFor, localeFor, messageTag, type Language } from '#shared/language.ts';
import type { Said } from '#shared/said.ts';
import type { CommandHelpTexts } from '#shared/texts/keys/command-help.ts';
import type { CommandLineTexts } from '#shared/texts/keys/command-line.ts';
import { problemTextFor } from '#shared/texts/problem-text.ts';
import { textsOf, type TextOf } from '#shared/texts/texts.ts';
import type { Environment } from '../../base/environment.ts';

/** Everything that commands print, except their help. */
export type Texts = TextOf<CommandLineTexts>;
/** Descriptions of commands and options. */
export type HelpTexts = TextOf<CommandHelpTexts>;

/** The language of the user of a command, and the locale of its numbers. */
export interface Tongue {
  readonly language: Language;
  readonly locale: string;
}

/** What a command says, in one language. */
export interface Speech {
  readonly t: Texts;
  /** Returns the sentences of a problem. */
  readonly told: (problem: Said) => string;
}

/** Each file is read only if its language is spoken. */
const lines = {
  en: () => import('#shared/texts/en/command-line.json', { with: { type: 'json' } }),
  de: () => import('#shared/texts/de/command-line.json', { with: { type: 'json' } }),
  'zh-CN': () => import('#shared/texts/zh-CN/command-line.json', { with: { type: 'json' } }),
};
const helps = {
  en: () => import('#shared/texts/en/command-help.json', { with: { type: 'json' } }),
  de: () => import('#shared/texts/de/command-help.json', { with: { type: 'json' } }),
  'zh-CN': () => import('#shared/texts/zh-CN/command-help.json', { with: { type: 'json' } }),
};

/** The texts of the agents, and the names of the settings. */
const labels = {
  de: () => import('#shared/texts/de/catalogue.json', { with: { type: 'json' } }),
  'zh-CN': () => import('#shared/texts/zh-CN/catalogue.json', { with: { type: 'json' } }),
};
const settingNames = {
  de: () => import('#shared/texts/de/setting-names.json', { with: { type: 'json' } }),
  'zh-CN': () => import('#shared/texts/zh-CN/setting-names.json', { with: { type: 'json' } }),
};

export const english: Tongue = { language: 'en', locale: 'en' };

/** Returns the language of a command's output. What programs read (--json) is English in every environment. */
export function tongueOf(env: Environment, isJson: boolean): Tongue {
  if (isJson) return english;
  const tag = messageTag(env);
  const language = languageFor('system', tag);
  return { language, locale: localeFor(language, [tag]) };
}

export async function speechIn({ language, locale }: Tongue): Promise<Speech> {
  const { default: messages } = await lines[language]();
  const t = textsOf<CommandLineTexts>(messages, locale);
  // the message of a problem is English already
  if (language === 'en') return { t, told: ({ message }) => message };
  const { readerFor } = await import('#shared/texts/readers.ts');
  const reader = readerFor(language, 'line', locale);
  return { t, told: (problem) => problemTextFor(problem, reader) };
}

export async function helpTextsIn({ language, locale }: Tongue): Promise<HelpTexts> {
  const { default: messages } = await helps[language]();
  return textsOf<CommandHelpTexts>(messages, locale);
}

/** Returns a function that returns an English text of the catalogue of agents in a language. */
export async function labelsIn(language: Language): Promise<(english: string) => string> {
  if (language === 'en') return (text) => text;
  const { default: known } = await labels[language]();
  const texts: Readonly<Record<string, string>> = known;
  return (text) => texts[text] ?? text;
}

/** Returns a function that returns the name of a setting in a language. */
export async function settingNamesIn(
  language: Language,
): Promise<(setting: { readonly name: string; readonly label: string }) => string> {
  if (language === 'en') return ({ label }) => label;
  const { default: known } = await settingNames[language]();
  const texts: Readonly<Record<string, string>> = known;
  return ({ name, label }) => texts[`settingName.${name}`] ?? label;
}
