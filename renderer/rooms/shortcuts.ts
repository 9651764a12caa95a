import { commandKey } from '../frame/keys.ts';
import type { Room } from '../state/place.svelte.ts';
import type { TextKey } from '../texts/texts.svelte.ts';
import { viewerKeys } from '../viewer/keys.ts';

/** The keys of each room, for the sheet that lists them. */
export const shortcuts: Readonly<Record<Room, readonly (readonly [string, TextKey])[]>> = {
  folders: [
    ['N', 'folders.keys.new'],
    ['R', 'folders.keys.recipes'],
    ['J', 'folders.keys.next'],
    ['K', 'folders.keys.previous'],
    ['E', 'folders.keys.edit'],
    ['P', 'folders.keys.pause'],
    ['Q', 'folders.keys.queue'],
    ['Del', 'folders.keys.remove'],
  ],
  retouch: [
    [`${commandKey} ↵`, 'retouch.keys.generate'],
    ['← →', 'retouch.keys.photos'],
    ['Shift ← →', 'retouch.keys.extend'],
    [`${commandKey} A`, 'retouch.keys.all'],
    [`${commandKey} V`, 'retouch.keys.paste'],
    ['Del', 'retouch.keys.remove'],
    ['P', 'retouch.keys.pick'],
    ['X', 'retouch.keys.reject'],
    ['U', 'retouch.keys.unmark'],
    ['0 … 5', 'retouch.keys.rate'],
    ['← → ↑ ↓', 'targetFrame.keys.move'],
    [`${commandKey} Z`, 'targetFrame.keys.undo'],
    ...viewerKeys,
  ],
  queue: [
    ['/', 'queue.keys.search'],
    ['↑ ↓', 'queue.keys.move'],
    ['Shift ↑ ↓', 'queue.keys.extend'],
    [`${commandKey} ↑ ↓`, 'queue.keys.stand'],
    ['Space', 'queue.keys.toggle'],
    [`${commandKey} A`, 'queue.keys.all'],
    ['Enter', 'queue.keys.open'],
    ['Esc', 'queue.keys.leave'],
    ...viewerKeys,
  ],
  library: [
    ['/', 'queue.keys.search'],
    ['← → ↑ ↓', 'library.keys.move'],
    ['Shift ← →', 'library.keys.extend'],
    ['P', 'retouch.keys.pick'],
    ['X', 'retouch.keys.reject'],
    ['U', 'retouch.keys.unmark'],
    ['0 … 5', 'retouch.keys.rate'],
    [`${commandKey} Z`, 'library.keys.undo'],
    ['Enter', 'library.keys.open'],
    ['S', 'library.keys.survey'],
    ['E', 'library.keys.export'],
    ['Esc', 'library.keys.leave'],
    ...viewerKeys.filter(([key]) => key !== 'S'),
  ],
  models: [
    ['/', 'queue.keys.search'],
    ['← → ↑ ↓', 'models.keys.move'],
    ['Enter', 'models.keys.open'],
    ['N', 'models.keys.new'],
    ['Del', 'models.keys.remove'],
    ['Esc', 'models.keys.leave'],
  ],
  settings: [],
};
