/**
 * A text as the build compiles it (`compile.ts`): a plain string, or its parts in order. Strings are used as they are;
 * the other parts are filled in.
 */
export type Message = string | readonly Part[];
export type Part = string | Argument | NumberSign | Plural;
/** A value, inserted as it is. */
export type Argument = readonly [name: string];
/** A number in the language's format; the `#` of a plural names the counted value. */
export type NumberSign = readonly [name: string, kind: 'number'];
/** The forms of a plural; an exact number (`=0`) comes before the language's plural categories. */
export type Plural = readonly [name: string, kind: 'plural', choices: Choices];
type Choices = Readonly<Record<string, readonly Part[]>>;

export type Values = Readonly<Record<string, string | number>>;

/** Cached, because creating one takes a hundred times as long as using it. */
const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

/** Returns the text of a message in a language, filled with `values`; a missing value is a bug. */
export function say(message: Message, language: string, values: Values): string {
  if (typeof message === 'string') return message;
  return message.map((part) => sayPart(part, language, values)).join('');
}

function sayPart(part: Part, language: string, values: Values): string {
  if (typeof part === 'string') return part;
  const [name, kind, choices = {}] = part;
  const value = values[name];
  if (value === undefined) throw new Error(`A text was not told its "${name}".`);
  if (kind === undefined) return String(value);
  const count = Number(value);
  if (kind === 'number') return numbersOf(language).format(count);
  const chosen = choices[`=${count}`] ?? choices[rulesOf(language).select(count)];
  return say(chosen ?? choices['other'] ?? [], language, values);
}

function rulesOf(language: string): Intl.PluralRules {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known;
}

function numbersOf(language: string): Intl.NumberFormat {
  const known = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, known);
  return known;
}
