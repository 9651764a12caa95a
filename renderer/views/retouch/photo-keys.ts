import { isTyping } from '../../ui/keys.ts';
import { byKeyboard } from '../../ui/by-keyboard.ts';

/** Matches controls that use the arrow keys only if the user has reached or pressed them with the keyboard. */
const whenByKeyboard = '[role=radio], .divider, [data-image]';
/** Matches pictures that receive the focus from a click. */
const clickedPictures = '.pane, [data-image], [role=listbox]';
/** Matches controls that always use the arrow keys themselves: fields, sliders, lists and popovers. */
const always = 'input, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Returns the direction of a key: next (1) or previous (-1) photo; null for any other key. */
export function wayOfKey(event: KeyboardEvent): 1 | -1 | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
}

/**
 * Checks whether an arrow key steps through the photos although the focused control could use this key. This is the
 * case if the user has only clicked the control.
 */
export function goesBeforeControl({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches(whenByKeyboard) && !byKeyboard();
}

/**
 * Returns the key of an event if the key changes the layout whatever the focus is on; null otherwise. Tab changes the
 * layout only if the user has clicked the photo or a picture; otherwise Tab moves the focus.
 */
export function layoutKeyOf(event: KeyboardEvent): string | null {
  const { key, shiftKey, target } = event;
  if (shiftKey) return null;
  if (/^F[678]$/.test(key)) return key;
  const isClicked =
    target instanceof HTMLElement && target.matches(clickedPictures) && !byKeyboard();
  return key === 'Tab' && isClicked ? 'Tab' : null;
}

/** Checks whether a paste goes neither to a text field nor to a popover over the view. */
export function isFreePaste(event: ClipboardEvent): boolean {
  const { target } = event;
  const isOver = target instanceof HTMLElement && target.closest('[role$=dialog]') !== null;
  return !event.defaultPrevented && !isOver && !isTyping(event);
}

/** Checks whether the view may use a key, because no control has handled the key or uses it. */
export function isFree(event: KeyboardEvent): boolean {
  const { target } = event;
  const isInside = target instanceof HTMLElement && target.closest(always) !== null;
  return !event.defaultPrevented && !isInside && !isTyping(event);
}
