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
// counts Tab only if the key moves the focus, because a view may use Tab for something else
addEventListener('focusin', () => (isByKeyboard ||= isTabPressed), true);

/**
 * Checks whether the user has used the keyboard to reach or press a control since the last click. If so, the arrow keys
 * are for the focused control; otherwise they step through the photos.
 */
export function byKeyboard(): boolean {
  return isByKeyboard;
}
