import { localeFor, type Language } from '#shared/language.ts';
import { formatText, type Values } from '#shared/texts/format.ts';
import type { WindowTexts } from '#shared/texts/keys/window.ts';
import type { PlainKey, ValuesOf } from '#shared/texts/texts.ts';
import { texts as english } from 'virtual:texts/en';
import type { Words } from './words.ts';

/** The key of a text that takes no values. */
export type PlainTextKey = PlainKey<WindowTexts>;

/** Loads a language when the user chooses it. English is not listed, because it is always loaded as the fallback. */
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

/**
 * Changes the language. The previous language stays until the new texts have loaded; it also stays if loading
 * fails.
 */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const words = language === 'en' ? null : await fetchWords[language]().catch(() => undefined);
  // the user may have chosen another language in the meantime
  if (words === undefined || wanted !== language) return;
  now = { language, locale: localeFor(language, navigator.languages), words };
  document.documentElement.lang = language;
}

export function spoken(): Language {
  return now.language;
}

/** Returns the locale for dates and numbers: the current language in the user's region. */
export function locale(): string {
  return now.locale;
}

/** Returns the texts of the current language; null for English, whose texts are always loaded. */
export function spokenWords(): Words | null {
  return now.words;
}

/** Returns the text of a key in the current language. `values` replace the placeholders of the message. */
export function t<Key extends keyof WindowTexts>(
  key: Key,
  ...[values]: ValuesOf<WindowTexts, Key>
): string {
  const { locale, words } = now;
  return formatText((words?.texts ?? english)[key], locale, values as Values | undefined);
}
