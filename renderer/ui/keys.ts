/** Checks whether a key or a paste goes to a text field, where single keys are only letters. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type="range"]), textarea, select, [role="combobox"]')
  );
}

/** The name of the command key on this system. */
export const commandKey = /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl';
