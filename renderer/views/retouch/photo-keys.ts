import { isTyping } from '../../ui/keys.ts';
import { byKeyboard } from '../../ui/by-keyboard.ts';

/** Controls that use the arrow keys only if the user has reached or pressed them with the keyboard. */
const whenByKeyboard = '[role=radio], .divider, [data-image]';
/** Pictures that receive the focus from a click. */
const clickedPictures = '.pane, [data-image], [role=listbox]';
/** Controls that always use the arrow keys: sliders, lists and popovers. */
const always = 'input, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Returns the direction of a key: next (1) or previous (-1) photo; null for any other key. */
export function wayOfKey(event: KeyboardEvent): 1 | -1 | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
}

/**
 * Checks whether a key goes to the photos although a control could use it, because the user has only clicked
 * the control.
 */
export function goesBeforeControl({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches(whenByKeyboard) && !byKeyboard();
}

/**
 * Returns the key if it changes the layout; null if the focused control uses it. Tab moves the focus, unless
 * the user has only clicked the photo or a picture.
 */
export function layoutKeyOf(event: KeyboardEvent): string | null {
  const { key, shiftKey, target } = event;
  if (shiftKey) return null;
  if (/^F[678]$/.test(key)) return key;
  if (key.toLowerCase() === 'f') return isTyping(event) ? null : 'F';
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

/** Checks whether no control has handled the key, and the focused control does not use it. */
export function isFree(event: KeyboardEvent): boolean {
  const { target } = event;
  const isInside = target instanceof HTMLElement && target.closest(always) !== null;
  return !event.defaultPrevented && !isInside && !isTyping(event);
}
