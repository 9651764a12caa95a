import { isTyping } from '../../ui/keys.ts';
import { byKeyboard } from '../../ui/by-keyboard.ts';

/** Controls that use the arrow keys when they were reached or pressed with a key. */
const whenByKeyboard = '[role=radio], .divider, [data-image]';
/** Pictures that a click focuses. */
const clickedPictures = '.pane, [data-image], [role=listbox]';
/** Sliders, lists and popovers always use them. */
const always = 'input, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Returns the direction of a key: next (1) or previous (-1) photo; null for another key. */
export function wayOfKey(event: KeyboardEvent): 1 | -1 | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
}

/** Checks whether the key is for the photos although a control would use it: the control was only clicked. */
export function goesBeforeControl({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches(whenByKeyboard) && !byKeyboard();
}

/**
 * Returns the key that changes the layout; null where the focused control uses it. Tab moves the focus, unless the
 * photo or a picture was only clicked.
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

/** Checks whether no control has used the key, and no focused control could. */
export function isFree(event: KeyboardEvent): boolean {
  const { target } = event;
  const isInside = target instanceof HTMLElement && target.closest(always) !== null;
  return !event.defaultPrevented && !isInside && !isTyping(event);
}
