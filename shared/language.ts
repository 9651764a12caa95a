import type { languages } from './views/settings.ts';

/** A language that Darkslide has words in. */
export type Language = Exclude<(typeof languages)[number], 'system'>;

/**
 * The language spoken where a person has `chosen`; with `system` the nearest there is to the tag of the
 * system (BCP 47).
 */
export function languageFor(chosen: (typeof languages)[number], systemTag: string): Language {
  if (chosen !== 'system') return chosen;
  if (/^zh\b/iu.test(systemTag)) return 'zh-CN';
  return /^de\b/iu.test(systemTag) ? 'de' : 'en';
}

/**
 * The tag that dates and numbers are written by: the language as the person's system has it, such as
 * `en-GB` with its 24 hours, of the `systemTags` in order of preference; else the language alone. Chinese
 * keeps to its own: the tag may name the other script.
 */
export function localeFor(language: Language, systemTags: readonly string[]): string {
  return systemTags.find((tag) => tag.split('-')[0] === language) ?? language;
}
