import type { languages } from './views/settings.ts';

/** A language that Darkslide has words in. */
export type Language = Exclude<(typeof languages)[number], 'system'>;

/**
 * A tag of a system or a browser as Intl takes it (BCP 47), such as `de-AT` for `de_AT.UTF-8@euro`;
 * null where it names no language, such as `C`, `POSIX` and what was never meant as one.
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
 * The language spoken where a person has `chosen`; with `system` the nearest there is to the tag of the
 * system.
 */
export function languageFor(chosen: (typeof languages)[number], systemTag: string): Language {
  if (chosen !== 'system') return chosen;
  const [language] = (plainTag(systemTag) ?? 'en').split('-');
  if (language === 'zh') return 'zh-CN';
  return language === 'de' ? 'de' : 'en';
}

/**
 * The tag that dates and numbers are written by, which Intl always takes: the language as the person's
 * system has it, such as `en-GB` with its 24 hours, of the `systemTags` in order of preference; else the
 * language alone. Chinese keeps to its own: the tag may name the other script.
 */
export function localeFor(language: Language, systemTags: readonly string[]): string {
  const tags = systemTags.map(plainTag).filter((tag) => tag !== null);
  return tags.find((tag) => tag.split('-')[0] === language) ?? language;
}
