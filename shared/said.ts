/** What a problem says, so that a screen can say it in the reader's language. */
export interface Said {
  /** The key of its message in shared/texts: the code, or `code.variant`. Without: written before there were keys. */
  readonly key?: string;
  readonly values?: ProblemValues;
  /** The English message: one or two sentences. Contains no key of the service and no stack trace. */
  readonly message: string;
}

export type ProblemValues = Readonly<Record<string, ProblemValue>>;

/**
 * A value of a message. Its name tells how it is shown: `date` (2026-03-31) as a day, `parameter` and `parameters` by
 * the labels of their fields, `choices` with an "or". Another problem is shown as its text, other lists as lists.
 */
export type ProblemValue = string | number | boolean | readonly string[] | NamedParameter | Said;

/** A parameter with its label, where an agent may name it differently than another. */
export interface NamedParameter {
  readonly name: string;
  readonly label: string;
}
