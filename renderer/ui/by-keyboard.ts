let isByKeyboard = false;
addEventListener('pointerdown', () => (isByKeyboard = false), true);
addEventListener(
  'keydown',
  ({ key, ctrlKey, metaKey }) => {
    const isUsing = key === 'Tab' || ((key === 'Enter' || key === ' ') && !ctrlKey && !metaKey);
    isByKeyboard ||= isUsing;
  },
  true,
);

/**
 * Checks whether controls were reached or pressed with the keyboard since the last click. If so, the arrow keys belong
 * to the focused control; after a click on it they step through photos.
 */
export function byKeyboard(): boolean {
  return isByKeyboard;
}
