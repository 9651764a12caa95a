import type { languages } from './views/settings.ts';

/** A language of Darkslide. */
export type Language = Exclude<(typeof languages)[number], 'system'>;

/**
 * Returns a locale tag of a system or browser in the form of Intl (BCP 47), such as `de-AT` for `de_AT.UTF-8@euro`;
 * null if it names no language, such as `C`, `POSIX` or an invalid tag.
 */
export function plainTag(systemTag: string): string | null {
  const [plain = ''] = systemTag.trim().split(/[.@]/u);
  const tag = plain.replaceAll('_', '-');
  if (/^(c|posix|und)$/iu.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the language for the user's choice; for `system`, the language closest to the system's tag.
 */
export function languageFor(chosen: (typeof languages)[number], systemTag: string): Language {
  if (chosen !== 'system') return chosen;
  const [language] = (plainTag(systemTag) ?? 'en').split('-');
  if (language === 'zh') return 'zh-CN';
  return language === 'de' ? 'de' : 'en';
}

/**
 * Returns the locale for dates and numbers, which is always valid for Intl: the first of `systemTags`, in order of
 * preference, with this language, such as `en-GB` with its 24 hours; otherwise the language alone. Chinese only
 * matches its own tag, because another tag may name the other script.
 */
export function localeFor(language: Language, systemTags: readonly string[]): string {
  const tags = systemTags.map(plainTag).filter((tag) => tag !== null);
  return tags.find((tag) => tag.split('-')[0] === language) ?? language;
}

/**
 * Returns the tag of the locale in which a program prints messages, by the rules of POSIX: the first of LC_ALL,
 * LC_MESSAGES and LANG that is not empty; '' if there is none.
 */
export function messageTag(env: Readonly<Record<string, string | undefined>>): string {
  const { LC_ALL, LC_MESSAGES, LANG } = env;
  return [LC_ALL, LC_MESSAGES, LANG].find((tag) => tag !== undefined && tag !== '') ?? '';
}
