import {
  folderCommands,
  jobCommands,
  layoutCommands,
  libraryCommands,
  modelCommands,
  photoCommands,
  resultCommands,
  runCommands,
} from '../parts/menu-commands.ts';
import { shortcutLines } from '../ui/shortcut.ts';
import type { View } from '../data/place.svelte.ts';
import type { PlainTextKey } from '../texts/texts.svelte.ts';
import { viewerKeys } from '../viewer/keys.ts';

/** The keys of each view, for the shortcut sheet. */
export const shortcuts: Readonly<Record<View, readonly (readonly [string, PlainTextKey])[]>> = {
  folders: [
    ['N', 'folders.keys.new'],
    ['R', 'folders.keys.recipes'],
    ['J', 'folders.keys.next'],
    ['K', 'folders.keys.previous'],
    ...shortcutLines(folderCommands),
  ],
  retouch: [
    ['Mod ↵', 'retouch.keys.generate'],
    ['← →', 'retouch.keys.photos'],
    ['Shift ← →', 'retouch.keys.extend'],
    ['Mod A', 'retouch.keys.all'],
    ['Mod V', 'retouch.keys.paste'],
    ['Mod ↑ ↓', 'retouch.keys.stand'],
    ['0 … 5', 'retouch.keys.rate'],
    ...shortcutLines(resultCommands),
    ...shortcutLines(runCommands),
    ...shortcutLines(photoCommands),
    ...shortcutLines(layoutCommands),
    ['← → ↑ ↓', 'targetFrame.keys.move'],
    ['Mod Z', 'targetFrame.keys.undo'],
    ...viewerKeys,
  ],
  queue: [
    ['/', 'queue.keys.search'],
    ['↑ ↓', 'queue.keys.move'],
    ['Shift ↑ ↓', 'queue.keys.extend'],
    ['Mod ↑ ↓', 'queue.keys.stand'],
    ['Space', 'queue.keys.toggle'],
    ['Mod A', 'queue.keys.all'],
    ...shortcutLines(jobCommands),
    ['Esc', 'queue.keys.leave'],
    ...viewerKeys,
  ],
  library: [
    ['/', 'queue.keys.search'],
    ['← → ↑ ↓', 'library.keys.move'],
    ['Shift ← →', 'library.keys.extend'],
    ['0 … 5', 'retouch.keys.rate'],
    ['Mod Z', 'library.keys.undo'],
    ['Shift S', 'library.keys.stacks'],
    ...shortcutLines(libraryCommands),
    ...shortcutLines(resultCommands),
    ['Esc', 'library.keys.leave'],
    ...viewerKeys.filter(([key]) => key !== 'S'),
  ],
  models: [
    ['/', 'queue.keys.search'],
    ['← → ↑ ↓', 'models.keys.move'],
    ...shortcutLines(modelCommands),
    ['N', 'models.keys.new'],
    ['Esc', 'models.keys.leave'],
  ],
  costs: [],
  settings: [],
};
