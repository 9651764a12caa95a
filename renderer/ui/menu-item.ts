import type { Icon } from './field.ts';
import type { PlainTextKey } from '../texts/texts.svelte.ts';

/** A command of a context menu. It is declared once, for the menu, the key handler and the list of shortcuts. */
export interface MenuCommand {
  /**
   * The key with its modifiers, such as `Mod+Shift+C`. `Mod` is the command key: ⌘ on macOS, otherwise Ctrl. `Del` also
   * means Backspace.
   */
  readonly keys: string;
  /** What the command does, for the list of shortcuts. */
  readonly text: PlainTextKey;
}

/** An entry of a menu. */
export interface MenuItem {
  readonly name: string;
  readonly icon?: Icon;
  /** The command of the entry, with its shortcut. */
  readonly command?: MenuCommand;
  readonly run: () => unknown;
  /** Whether the entry deletes or removes something. */
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}

/** An entry of a context menu, which always has a shortcut that works on the focused or selected item. */
export interface ContextItem extends MenuItem {
  readonly command: MenuCommand;
}
