/** All texts of the window in a language (`parsed-texts.ts`). */
declare module 'virtual:texts/*' {
  import type { WindowTexts } from '#shared/texts/keys/window.ts';
  import type { Messages } from '#shared/texts/texts.ts';

  export const texts: Messages<WindowTexts>;
  /** Labels and help of the agent catalogue, keyed by the English text; empty for English. */
  export const catalogue: Readonly<Record<string, string>>;
}
