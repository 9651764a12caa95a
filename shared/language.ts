import type { languages } from './views/settings.ts';

/** A language of Darkslide. */
export type Language = Exclude<(typeof languages)[number], 'system'>;

/**
 * Converts a locale tag of a system or browser to the form that Intl expects (BCP 47), such as `de-AT` for
 * `de_AT.UTF-8@euro`. Returns null if the tag names no language, such as `C`, `POSIX` or an invalid tag.
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

/** Returns the language that the user has chosen; for `system`, the language closest to the system's tag. */
export function languageFor(chosen: (typeof languages)[number], systemTag: string): Language {
  if (chosen !== 'system') return chosen;
  const [language] = (plainTag(systemTag) ?? 'en').split('-');
  if (language === 'zh') return 'zh-CN';
  return language === 'de' ? 'de' : 'en';
}

/**
 * Returns the locale for dates and numbers, which Intl always accepts: the first of `systemTags`, in order of
 * preference, that is in this language, such as `en-GB` with its 24-hour clock; otherwise the language alone. For
 * Chinese, ignores the tags, because they may stand for traditional characters.
 */
export function localeFor(language: Language, systemTags: readonly string[]): string {
  const tags = systemTags.map(plainTag).filter((tag) => tag !== null);
  return tags.find((tag) => tag.split('-')[0] === language) ?? language;
}

/**
 * Returns the tag of the locale in which a program prints messages, by the rules of POSIX: the first of LC_ALL,
 * LC_MESSAGES and LANG that is not empty; an empty text if there is none.
 */
export function messageTag(env: Readonly<Record<string, string | undefined>>): string {
  const { LC_ALL, LC_MESSAGES, LANG } = env;
  return [LC_ALL, LC_MESSAGES, LANG].find((tag) => tag !== undefined && tag !== '') ?? '';
}
