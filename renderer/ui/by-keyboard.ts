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
// Tab counts once it has moved the focus, because a view may use the key for something else
addEventListener('focusin', () => (isByKeyboard ||= isTabPressed), true);

/**
 * Checks whether controls were reached or pressed with the keyboard since the last click. If so, the arrow keys belong
 * to the focused control; after a click on it they step through photos.
 */
export function byKeyboard(): boolean {
  return isByKeyboard;
}
