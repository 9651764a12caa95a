/** Whether the key or the paste goes into a text field, where single keys are letters and nothing else. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type="range"]), textarea, select, [role="combobox"]')
  );
}

/** The name of the key that commands are given with on this system. */
export const commandKey = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
