import type { PlainTextKey } from '../texts/texts.svelte.ts';
import { isInDialog, isTyping } from './keys.ts';
import type { ContextItem, MenuCommand } from './menu-item.ts';

/** Returns the commands as lines of the list of shortcuts. */
export function shortcutLines(
  commands: Readonly<Record<string, MenuCommand>>,
): readonly (readonly [string, PlainTextKey])[] {
  return Object.values(commands).map(
    ({ keys, text }) => [keys.replaceAll('+', ' '), text] as const,
  );
}

/** Checks whether a key press is a shortcut. */
export function isShortcut(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split('+');
  const key = event.key === 'Delete' || event.key === 'Backspace' ? 'Del' : event.key;
  return (
    key.toLowerCase() === parts.at(-1)?.toLowerCase() &&
    event.shiftKey === parts.includes('Shift') &&
    (event.ctrlKey || event.metaKey) === parts.includes('Mod') &&
    !event.altKey
  );
}

/**
 * Runs the entry whose shortcut was pressed, after calling `before`; returns whether there is such an entry. A disabled
 * entry uses up its key without an effect, and so does a key that is held down.
 */
export function runShortcut(
  items: readonly ContextItem[],
  event: KeyboardEvent,
  before?: () => void,
): boolean {
  if (event.defaultPrevented || isTyping(event) || isInDialog(event)) return false;
  const found = items.find(({ command }) => isShortcut(command.keys, event));
  // the focused control uses these keys itself: a list opens its cell, a button is pressed, Tab moves the focus
  if (found === undefined || ['Enter', 'Tab'].includes(found.command.keys)) return false;
  // with selected text, the system's own command copies the text
  if (found.command.keys === 'Mod+C' && getSelection()?.isCollapsed === false) return false;
  event.preventDefault();
  if (found.isDisabled === true || event.repeat) return true;
  before?.();
  found.run();
  return true;
}
