import { spokenWords } from './texts.svelte.ts';

/**
 * A label or help of the catalogue of agents in the language spoken. The catalogue's own words are
 * English; an agent nobody has translated yet is shown in them.
 */
export function ofCatalogue(english: string): string {
  return spokenWords()?.catalogue[english] ?? english;
}
