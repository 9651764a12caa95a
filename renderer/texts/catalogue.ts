import { spokenWords } from './texts.svelte.ts';

/**
 * Returns a label or help text of the agent catalogue in the current language. The catalogue is in English; an agent
 * without a translation is shown in English.
 */
export function ofCatalogue(english: string): string {
  return spokenWords()?.catalogue[english] ?? english;
}
