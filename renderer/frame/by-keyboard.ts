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
 * Whether controls were reached or pressed with the keyboard since the last click. Then the arrow keys
 * belong to the control with the focus; after a click on it they step through photos.
 */
export function byKeyboard(): boolean {
  return isByKeyboard;
}
