/** Checks whether a key or a paste goes to a text field, where single keys are only letters. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type="range"]), textarea, select, [role="combobox"]')
  );
}

/** The name of the command key on this system. */
export const commandKey = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Returns how far the up and down arrows change a number: by 1, or by 10 with Shift; 0 for another key. */
export function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey) return 0;
  const way = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  return way * (shiftKey ? 10 : 1);
}
