import { t, type PlainTextKey } from '../texts/texts.svelte.ts';

const isMac = /mac/i.test(navigator.userAgent);

/** The keys that have another name in some languages. */
const named: Readonly<Record<string, PlainTextKey>> = {
  Ctrl: 'key.ctrl',
  Shift: 'key.shift',
  Del: 'key.del',
  Enter: 'key.enter',
  Space: 'key.space',
  Backspace: 'key.backspace',
};

/**
 * Returns keys as the screens show them, such as `Ctrl Shift C` for `Mod+Shift+C` or `Mod Shift C`, in the current
 * language.
 */
export function keysText(keys: string): string {
  const parts = keys.split(/ |(?<=\w)\+/);
  return parts.map((part) => nameOf(part === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : part)).join(' ');
}

function nameOf(key: string): string {
  const text = named[key];
  return text === undefined ? key : t(text);
}
