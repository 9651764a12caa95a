import { localeFor, type Language } from '#shared/language.ts';
import { en } from './en.ts';
import { say, type Message, type Values } from './message.ts';
import type { TextKey, Words } from './words.ts';

export type { TextKey };

/** English is always here, to fall back on; every other language is fetched when it is spoken. */
const fetchWords: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Words>>> = {
  'zh-CN': async () => (await import('./zh-CN.ts')).zhCN,
  de: async () => (await import('./de.ts')).de,
};

interface Speech {
  readonly language: Language;
  readonly locale: string;
  readonly words: Words | null;
}

let now = $state.raw<Speech>({
  language: 'en',
  locale: 'en',
  words: null,
});
let wanted: Language = 'en';

/** Speaks a language. Until its words are fetched the one before it stays; also where they cannot be. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const words = language === 'en' ? null : await fetchWords[language]().catch(() => undefined);
  // meanwhile another one may have been chosen
  if (words === undefined || wanted !== language) return;
  now = { language, locale: localeFor(language, navigator.languages), words };
  document.documentElement.lang = language;
}

export function spoken(): Language {
  return now.language;
}

/** What dates and numbers are written by: the language spoken, as it is used where the person is. */
export function locale(): string {
  return now.locale;
}

/** The words of the language spoken; null for English, the studio's own. */
export function spokenWords(): Words | null {
  return now.words;
}

/** The text of a key in the language spoken, a message filled with `values`. */
export function t(key: TextKey, values: Values = {}): string {
  const { words } = now;
  // written as ICU messages, and parsed by the build
  const texts: Readonly<Record<TextKey, Message>> = words?.texts ?? en;
  return say(texts[key], now.locale, values);
}
