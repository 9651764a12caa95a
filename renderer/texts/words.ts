import type { ProblemCode } from '#shared/problem.ts';
import type { en } from './en.ts';

export type TextKey = keyof typeof en;

/** All texts of a language other than English, loaded when it is chosen. */
export interface Words {
  /** The texts of the screens, ICU messages. */
  readonly texts: Readonly<Record<TextKey, string>>;
  /** Labels and help of the agent catalogue, keyed by the English text. */
  readonly catalogue: Readonly<Record<string, string>>;
  /**
   * Messages of problems: what happened, what is safe, what to do. `{about}` is what the problem is about and `{field}`
   * the label of its field; parts in square brackets are left out where the problem has no value for them.
   */
  readonly problems: Readonly<Record<ProblemCode, string>>;
}
