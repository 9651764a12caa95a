import type { Icon } from './field.ts';

/** An entry of a menu. */
export interface MenuItem {
  readonly name: string;
  readonly icon?: Icon;
  /** Its shortcut. */
  readonly keys?: string;
  readonly run: () => unknown;
  /** Deletes or removes something. */
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
}
