import type { ProblemCode } from '#shared/problem.ts';
import type { WindowTexts } from '#shared/texts/keys/window.ts';
import type { Messages } from '#shared/texts/texts.ts';

/** All texts of a language other than English, loaded when it is chosen. */
export interface Words {
  readonly texts: Messages<WindowTexts>;
  /** Labels and help of the agent catalogue, keyed by the English text. */
  readonly catalogue: Readonly<Record<string, string>>;
  /**
   * Messages of problems: what happened, what is safe, what to do. `{about}` names the subject of the problem and
   * `{field}` its field's label; a part in square brackets is left out if its value is missing.
   */
  readonly problems: Readonly<Record<ProblemCode, string>>;
}
