import type { Money } from './money.ts';

/** The message of a problem, in a form that can be translated. */
export interface Said {
  /**
   * Key of the message in shared/texts: the code, or `code.variant`. Absent in entries that were written before keys
   * existed.
   */
  readonly key?: string;
  readonly values?: ProblemValues;
  /** The message in English: one or two sentences. Contains no API key and no stack trace. */
  readonly message: string;
}

export type ProblemValues = Readonly<Record<string, ProblemValue>>;

/**
 * A value in a message. The value's name determines its format: `date` (2026-03-31) is a day, `parameter` and
 * `parameters` are labels of fields, and `choices` are joined with "or". An amount of money is formatted for the
 * locale; other lists are shown as lists. Another problem is shown as its text; if the value's name is `inFile`, that
 * text calls parameters by their names in files.
 */
export type ProblemValue =
  string | number | boolean | readonly string[] | NamedParameter | Money | Said;

/** A parameter with its label, because agents may label the same name differently. */
export interface NamedParameter {
  readonly name: string;
  readonly label: string;
}
