import { localeFor, type Language } from '#shared/language.ts';
import { formatText, type Values } from '#shared/texts/format.ts';
import type { WindowTexts } from '#shared/texts/keys/window.ts';
import type { PlainKey, ValuesOf } from '#shared/texts/texts.ts';
import { texts as english } from 'virtual:texts/en';
import type { Words } from './words.ts';

/** The key of a text that takes no values. */
export type PlainTextKey = PlainKey<WindowTexts>;

/** English is always loaded as the fallback; other languages are loaded when they are chosen. */
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

/** Changes the language. The previous language stays until the new texts have loaded, also if loading fails. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const words = language === 'en' ? null : await fetchWords[language]().catch(() => undefined);
  // another language may have been chosen meanwhile
  if (words === undefined || wanted !== language) return;
  now = { language, locale: localeFor(language, navigator.languages), words };
  document.documentElement.lang = language;
}

export function spoken(): Language {
  return now.language;
}

/** Returns the locale for dates and numbers: the current language with the user's region. */
export function locale(): string {
  return now.locale;
}

/** Returns the texts of the current language; null for English, the studio's own. */
export function spokenWords(): Words | null {
  return now.words;
}

/** Returns the text of a key in the current language, filled with the values that its message takes. */
export function t<Key extends keyof WindowTexts>(
  key: Key,
  ...[values]: ValuesOf<WindowTexts, Key>
): string {
  const { locale, words } = now;
  return formatText((words?.texts ?? english)[key], locale, values as Values | undefined);
}
