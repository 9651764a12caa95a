let isTabbed = false;
addEventListener('keydown', ({ key }) => (isTabbed ||= key === 'Tab'), true);
addEventListener('pointerdown', () => (isTabbed = false), true);

/**
 * Whether the focus was moved with the Tab key since the last click. The arrow keys belong to a control
 * that was reached with Tab; after a click on it they step through photos.
 */
export function cameByTab(): boolean {
  return isTabbed;
}
