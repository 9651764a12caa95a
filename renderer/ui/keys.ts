/** Checks whether a key press or a paste goes to a text field, where single keys must not be shortcuts. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type="range"]), textarea, select, [role="combobox"]')
  );
}

/** Checks whether a key press goes to a dialog, a popover or a menu over the view. */
export function isInDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest('[role$=dialog], [role=menu]') !== null;
}

/**
 * Checks whether a key press may be a shortcut of the view: a single key, outside text fields, while nothing is open
 * over the view.
 */
export function isForView(event: KeyboardEvent): boolean {
  if (isTyping(event) || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') === null;
}

/**
 * Returns by how much a key changes a number: the up and down arrow keys by 1, with Shift by 10; 0 for any
 * other key.
 */
export function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey) return 0;
  const way = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  return way * (shiftKey ? 10 : 1);
}
