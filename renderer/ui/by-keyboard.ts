let isByKeyboard = false;
let isTabPressed = false;
addEventListener('pointerdown', () => (isByKeyboard = false), true);
addEventListener(
  'keydown',
  ({ key, ctrlKey, metaKey }) => {
    isTabPressed = key === 'Tab';
    isByKeyboard ||= (key === 'Enter' || key === ' ') && !ctrlKey && !metaKey;
  },
  true,
);
addEventListener('keyup', () => (isTabPressed = false), true);
// Tab counts only after it has moved the focus, because a view may use the key for something else
addEventListener('focusin', () => (isByKeyboard ||= isTabPressed), true);

/**
 * Checks whether the user has used the keyboard to reach or press a control since the last click. If so, the
 * arrow keys belong to the focused control; otherwise they step through photos.
 */
export function byKeyboard(): boolean {
  return isByKeyboard;
}
