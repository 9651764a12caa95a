import type { PlainTextKey } from '../texts/texts.svelte.ts';

/** Actions of the keys in the mask editor. */
export interface KeyActions {
  readonly choose: (key: string) => boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly invert: () => void;
  readonly subject: () => void;
  readonly swap: () => void;
  readonly resize: (way: 1 | -1) => void;
  readonly harden: (way: 1 | -1) => void;
  readonly fit: () => void;
  readonly full: () => void;
  readonly step: (way: 1 | -1) => void;
  readonly toggle: () => void;
}

/** Runs the action of a key; returns whether the key has an action. */
export function actOnKey(event: KeyboardEvent, act: KeyActions): boolean {
  // a bracket typed with AltGr is text, not a command
  const isLevel3 = event.getModifierState('AltGraph');
  if ((event.ctrlKey || event.metaKey) && !isLevel3) return actOnCommand(event, act);
  if (event.altKey && !isLevel3) return false;
  const key = event.key.toLowerCase();
  const way = wayOfBracket(event);
  if (way !== null) (event.shiftKey ? act.harden : act.resize)(way);
  else if (key === 'x') act.swap();
  else if (key === 'a') act.subject();
  else if (key === '0') act.fit();
  else if (key === '1') act.full();
  else if (key === '+' || key === '=') act.step(1);
  else if (key === '-' || key === '_') act.step(-1);
  else if (key === '\\') act.toggle();
  else return act.choose(key);
  return true;
}

function actOnCommand(event: KeyboardEvent, act: KeyActions): boolean {
  const key = event.key.toLowerCase();
  if (event.altKey) return false;
  if (key === 'z') (event.shiftKey ? act.redo : act.undo)();
  else if (key === 'y' && !event.shiftKey) act.redo();
  else if (key === 'i' && !event.shiftKey) act.invert();
  else return false;
  return true;
}

/**
 * Returns the direction of a bracket key (1 for larger, -1 for smaller). Shift changes the character, so with
 * Shift the key is recognised by its position.
 */
function wayOfBracket({ key, code, shiftKey }: KeyboardEvent): 1 | -1 | null {
  if (key === '[' || key === '{' || (shiftKey && code === 'BracketLeft')) return -1;
  if (key === ']' || key === '}' || (shiftKey && code === 'BracketRight')) return 1;
  return null;
}

/** The keys of the mask editor, for the shortcut sheet. */
export const maskKeys: readonly (readonly [string, PlainTextKey])[] = [
  ['B E S', 'mask.keys.tools'],
  ['L P M O', 'mask.keys.areas'],
  ['W G H', 'mask.keys.more'],
  ['A', 'mask.keys.subject'],
  ['X', 'mask.keys.swap'],
  ['[ ]', 'mask.keys.size'],
  ['Shift [ ]', 'mask.keys.hardness'],
  ['Mod Z', 'mask.keys.undo'],
  ['Shift+Mod+Z', 'mask.keys.redo'],
  ['Mod I', 'mask.keys.invert'],
  ['0', 'mask.keys.fit'],
  ['1', 'mask.keys.full'],
  ['+ −', 'mask.keys.zoom'],
  ['Space ↔', 'mask.keys.pan'],
  ['\\', 'mask.keys.look'],
  ['Enter', 'mask.keys.end'],
  ['Backspace', 'mask.keys.back'],
  ['Esc', 'mask.keys.leave'],
];
