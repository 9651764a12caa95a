import { locale, t } from './texts.svelte.ts';

/** Returns names as one part of a sentence: "A, B, and C". */
export function enumeration(names: readonly string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
}

/** Returns separate facts in one line: "ann.jpg, 2 results, picked". */
export function facts(all: readonly string[]): string {
  return all.join(t('list.between'));
}
