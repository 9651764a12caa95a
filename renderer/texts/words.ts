import type { WindowTexts } from '#shared/texts/keys/window.ts';
import type { Message } from '#shared/texts/format.ts';
import type { Messages } from '#shared/texts/texts.ts';

/** All texts of a language other than English, loaded when it is chosen. */
export interface Words {
  readonly texts: Messages<WindowTexts>;
  /** Labels and help of the agent catalogue, keyed by the English text. */
  readonly catalogue: Readonly<Record<string, string>>;
  /** Messages of all problems, by key. */
  readonly problems: Readonly<Record<string, Message>>;
}
