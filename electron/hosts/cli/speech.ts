import { languageFor, localeFor, messageTag, type Language } from '#shared/language.ts';
import { moneyText, type Money } from '#shared/money.ts';
import type { Said } from '#shared/said.ts';
import type { CommandHelpTexts } from '#shared/texts/keys/command-help.ts';
import type { CommandLineTexts } from '#shared/texts/keys/command-line.ts';
import { problemTextFor } from '#shared/texts/problem-text.ts';
import { textsOf, type TextOf } from '#shared/texts/texts.ts';
import type { Environment } from '../../base/environment.ts';

/** The texts that commands print, except their help. */
export type Texts = TextOf<CommandLineTexts>;
/** Descriptions of commands and options. */
export type HelpTexts = TextOf<CommandHelpTexts>;

/** The user's language, and the locale for numbers. */
export interface Tongue {
  readonly language: Language;
  readonly locale: string;
}

/** The texts and formats of a command in one language. */
export interface Speech {
  readonly t: Texts;
  /** Returns a problem's sentences. */
  readonly told: (problem: Said) => string;
  /** Formats an amount of money in the user's locale. */
  readonly money: (amount: Money) => string;
}

/** The text files; each is loaded only for its language. */
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

/** The texts of the agents and the names of the settings; the English texts are in the code. */
const names = {
  de: {
    catalogue: () => import('#shared/texts/de/catalogue.json', { with: { type: 'json' } }),
    settings: () => import('#shared/texts/de/setting-names.json', { with: { type: 'json' } }),
  },
  'zh-CN': {
    catalogue: () => import('#shared/texts/zh-CN/catalogue.json', { with: { type: 'json' } }),
    settings: () => import('#shared/texts/zh-CN/setting-names.json', { with: { type: 'json' } }),
  },
};

export const english: Tongue = { language: 'en', locale: 'en' };

/** Returns the language of a command's output. Output for programs (--json) is English in every environment. */
export function tongueOf(env: Environment, isJson: boolean): Tongue {
  if (isJson) return english;
  const tag = messageTag(env);
  const language = languageFor('system', tag);
  return { language, locale: localeFor(language, [tag]) };
}

export async function speechIn({ language, locale }: Tongue): Promise<Speech> {
  const { default: messages } = await lines[language]();
  const t = textsOf<CommandLineTexts>(messages, locale);
  const money = (amount: Money) => moneyText(amount, locale);
  // The message of a problem is already English.
  if (language === 'en') return { t, money, told: ({ message }) => message };
  const { readerFor } = await import('#shared/texts/readers.ts');
  const reader = await readerFor(language, 'line', locale);
  return { t, money, told: (problem) => problemTextFor(problem, reader) };
}

export async function helpTextsIn({ language, locale }: Tongue): Promise<HelpTexts> {
  const { default: messages } = await helps[language]();
  return textsOf<CommandHelpTexts>(messages, locale);
}

/**
 * Returns a function that translates a name: a text of the agents' catalogue by its English text, or the name of a
 * setting by `settingName.…`. Returns `english` if the language has no other text.
 */
export async function namesIn(
  language: Language,
  of: 'catalogue' | 'settings',
): Promise<(key: string, english: string) => string> {
  if (language === 'en') return (_key, english) => english;
  const { default: known } = await names[language][of]();
  const texts: Readonly<Record<string, string>> = known;
  return (key, english) => texts[key] ?? english;
}
