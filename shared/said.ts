import type { Money } from './money.ts';

/** The message of a problem in a form that can be translated. */
export interface Said {
  /**
   * Key of the message in shared/texts: the code, or `code.variant`. Missing in entries written before keys
   * existed.
   */
  readonly key?: string;
  readonly values?: ProblemValues;
  /** The English message: one or two sentences. Contains no key of the service and no stack trace. */
  readonly message: string;
}

export type ProblemValues = Readonly<Record<string, ProblemValue>>;

/**
 * A value of a message. Its name determines its format: `date` (2026-03-31) is a day, `parameter` and
 * `parameters` are labels of fields, an amount of money is written as in the locale, `choices` are joined with "or". Another problem is shown as its text, and as
 * `inFile` with the names that parameters have in files; other lists are shown as lists.
 */
export type ProblemValue =
  string | number | boolean | readonly string[] | NamedParameter | Money | Said;

/** A parameter with its label, because agents may label the same name differently. */
export interface NamedParameter {
  readonly name: string;
  readonly label: string;
}
