import type { ProblemCode } from '#shared/problem.ts';
import type { en } from './en.ts';

export type TextKey = keyof typeof en;

/** All that a language other than English says, fetched when it is spoken. */
export interface Words {
  /** The texts of the screens, ICU messages. */
  readonly texts: Readonly<Record<TextKey, string>>;
  /** Labels and help of the catalogue of agents, by the English ones. */
  readonly catalogue: Readonly<Record<string, string>>;
  /**
   * What happened, what was not lost, what to do. `{about}` is what the problem is about and `{field}`
   * the label of the field it means; what stands in square brackets is left out where the problem tells
   * nothing to fill it with.
   */
  readonly problems: Readonly<Record<ProblemCode, string>>;
}
