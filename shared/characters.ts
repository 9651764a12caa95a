import * as v from 'valibot';

/** Returns the number of characters. Counts code points, so that an emoji or a rare Chinese character counts as one. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Returns the first `most` characters of a text, without splitting a character. */
export function cutCharacters(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('');
}

/** Returns a schema check that accepts texts with at most this many characters. */
export function charactersAtMost(most: number, message = `must have at most ${most} characters`) {
  return v.check((text: string) => countCharacters(text) <= most, message);
}
