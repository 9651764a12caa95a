import * as v from 'valibot';

/** How many characters a text has: code points, so that an emoji or a rare Chinese sign is one. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** The first characters of a text, none of them cut in two. */
export function cutCharacters(text: string, most: number): string {
  return text.length <= most ? text : Array.from(text).slice(0, most).join('');
}

/** The check of a schema that a text has at most so many characters. */
export function charactersAtMost(most: number, message = `must have at most ${most} characters`) {
  return v.check((text: string) => countCharacters(text) <= most, message);
}
