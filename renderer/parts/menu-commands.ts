import type { MenuCommand } from '../ui/menu-item.ts';

type Commands = Readonly<Record<string, MenuCommand>>;

// Commands that can cause a charge need the command key, so that no single key buys anything by accident.

/** The commands of every result, in Retouch and in Library. */
export const resultCommands = {
  pick: { keys: 'P', text: 'retouch.keys.pick' },
  reject: { keys: 'X', text: 'retouch.keys.reject' },
  unmark: { keys: 'U', text: 'retouch.keys.unmark' },
  export: { keys: 'Mod+Shift+E', text: 'export.open' },
  copyImage: { keys: 'Mod+C', text: 'library.copyImage' },
  copyPath: { keys: 'Mod+Shift+C', text: 'library.copyPath' },
  reveal: { keys: 'R', text: 'library.reveal' },
  revealLayers: { keys: 'Shift+O', text: 'library.psd.reveal' },
  askLayers: { keys: 'Mod+Shift+L', text: 'retouch.askPsd' },
  again: { keys: 'Mod+Shift+Enter', text: 'retouch.again' },
} as const satisfies Commands;

/** The commands that only Library offers on a result. */
export const libraryCommands = {
  open: { keys: 'Enter', text: 'library.keys.open' },
  stack: { keys: 'S', text: 'library.keys.stack' },
  survey: { keys: 'N', text: 'library.keys.survey' },
  remove: { keys: 'Del', text: 'task.delete' },
} as const satisfies Commands;

/** The commands that only Retouch offers on a result or its run. */
export const runCommands = {
  compare: { keys: 'C', text: 'retouch.keys.compare' },
  openResults: { keys: 'O', text: 'folders.openResults' },
  use: { keys: 'A', text: 'retouch.use' },
  takeSettings: { keys: 'T', text: 'retouch.takeSettings' },
} as const satisfies Commands;

/** The commands of a photo in Retouch. */
export const photoCommands = {
  reveal: { keys: 'Shift+R', text: 'retouch.revealPhoto' },
  remove: { keys: 'Del', text: 'retouch.keys.remove' },
} as const satisfies Commands;

/** The commands that change the layout of Retouch. */
export const layoutCommands = {
  alone: { keys: 'F', text: 'retouch.keys.alone' },
  panels: { keys: 'Tab', text: 'retouch.keys.panels' },
  film: { keys: 'F6', text: 'retouch.keys.film' },
  results: { keys: 'F7', text: 'retouch.keys.results' },
  panel: { keys: 'F8', text: 'retouch.keys.panel' },
} as const satisfies Commands;

/** The commands of the jobs in Queue. */
export const jobCommands = {
  open: { keys: 'Enter', text: 'queue.keys.open' },
  retry: { keys: 'Mod+Enter', text: 'queue.do.retry' },
  'to-front': { keys: 'F', text: 'queue.do.to-front' },
  pause: { keys: 'P', text: 'queue.do.pause' },
  'send-again': { keys: 'Mod+Shift+Enter', text: 'queue.do.send-again' },
  pad: { keys: 'Mod+Shift+B', text: 'queue.do.pad' },
  'changed-recipe': { keys: 'Mod+Shift+G', text: 'queue.do.changed-recipe' },
  revealPhoto: { keys: photoCommands.reveal.keys, text: 'queue.reveal.photo' },
  cancel: { keys: 'Del', text: 'queue.do.cancel' },
} as const satisfies Commands;

/** The commands of a hot folder's card. */
export const folderCommands = {
  pause: { keys: 'P', text: 'folders.keys.pause' },
  edit: { keys: 'E', text: 'folders.keys.edit' },
  copyIn: { keys: 'C', text: 'folders.keys.copyIn' },
  queue: { keys: 'Q', text: 'folders.keys.queue' },
  openResults: { keys: runCommands.openResults.keys, text: 'folders.keys.openResults' },
  export: { keys: resultCommands.export.keys, text: 'folders.keys.export' },
  copyImage: { keys: resultCommands.copyImage.keys, text: 'folders.copyLatestImage' },
  copyPath: { keys: resultCommands.copyPath.keys, text: 'folders.copyLatest' },
  reveal: { keys: 'L', text: 'folders.reveal' },
  remove: { keys: 'Del', text: 'folders.keys.remove' },
} as const satisfies Commands;

/** The commands of a custom model or scene. */
export const modelCommands = {
  open: { keys: 'Enter', text: 'models.keys.open' },
  use: { keys: 'U', text: 'models.use.do' },
  remove: { keys: 'Del', text: 'models.keys.remove' },
} as const satisfies Commands;
