import { IntlMessageFormat } from 'intl-messageformat';
import { en } from './en.ts';
import { zhCN } from './zh-CN.ts';

export type TextKey = keyof typeof en;
export type Language = 'en' | 'zh-CN';
type Values = Readonly<Record<string, string | number>>;

const catalogues: Record<Language, Readonly<Record<TextKey, string>>> = { en, 'zh-CN': zhCN };
const formats = new Map<string, IntlMessageFormat>();

let language = $state<Language>('en');

/** `chosen` by the person, or `system`: the nearest language there is to the tag of the system. */
export function speak(chosen: Language | 'system', systemTag: string): void {
  language = chosen === 'system' ? (systemTag.startsWith('zh') ? 'zh-CN' : 'en') : chosen;
  document.documentElement.lang = language;
}

export function spoken(): Language {
  return language;
}

/** The text of a key in the language spoken, an ICU message filled with `values`. */
export function t(key: TextKey, values?: Values): string {
  const text = catalogues[language][key];
  if (values === undefined) return text;
  const known = `${language} ${key}`;
  let format = formats.get(known);
  if (format === undefined) {
    format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
    formats.set(known, format);
  }
  return String(format.format({ ...values }));
}
