import type { Failure, Problem, ProblemCode } from './problem.ts';
import type { ProblemValue, ProblemValues } from './said.ts';
import { filled } from './texts/problem-text.ts';
import { lineReader } from './texts/reader.ts';

/** The values that the caller must supply for a message, without those that the formatter of messages adds. */
type ValuesOf<Values> = {
  readonly [Name in keyof Values as Name extends 'place' ? never : Name]: Values[Name] extends
    number | boolean
    ? Values[Name]
    : string | number extends Values[Name]
      ? ProblemValue
      : Values[Name];
};

type More = Omit<Problem, 'code' | 'key' | 'values' | 'message'>;

/** The arguments after a problem's key: the values that its message needs, and details. */
export type ProblemParts<Texts, Key extends keyof Texts> = keyof ValuesOf<Texts[Key]> extends never
  ? [values?: Readonly<Record<string, never>>, more?: More]
  : [values: ValuesOf<Texts[Key]>, more?: More];

/** Creates problems from the keys of English messages. */
export interface Problems<Texts> {
  problemOf<Key extends keyof Texts & string>(
    key: Key,
    ...parts: ProblemParts<Texts, Key>
  ): Problem;
  /** Returns a failure with an existing problem, or with a new one. */
  failure(problem: Problem): Failure;
  failure<Key extends keyof Texts & string>(key: Key, ...parts: ProblemParts<Texts, Key>): Failure;
}

export function problemsWith<Texts>(messages: Readonly<Record<string, string>>): Problems<Texts> {
  /** Formats messages in English, for the ledger, the log and JSON. */
  const english = lineReader({
    locale: 'en',
    message: (key) => messages[key],
    label: (label) => label,
  });
  const problemOf = (key: string, values: ProblemValues = {}, more: More = {}): Problem => {
    const [code] = key.split('.') as [ProblemCode];
    const message = filled(messages[key] ?? missing(key), values, english);
    const hasValues = Object.keys(values).length > 0;
    return { code, key, ...(hasValues && { values }), message, ...more };
  };
  const failure = (what: Problem | string, values?: ProblemValues, more?: More): Failure => ({
    ok: false,
    problem: typeof what === 'string' ? problemOf(what, values, more) : what,
  });
  return { problemOf, failure } as Problems<Texts>;
}

function missing(key: string): never {
  throw new Error(`No problem has the key "${key}".`);
}
