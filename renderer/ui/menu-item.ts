import type { Icon } from './field.ts';

/** An entry of a menu. */
export interface MenuItem {
  readonly name: string;
  readonly icon?: Icon;
  /** Shortcut of the entry. */
  readonly keys?: string;
  readonly run: () => unknown;
  /** Whether the entry deletes or removes something. */
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}
