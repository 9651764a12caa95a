import type { Room } from '../state/place.svelte.ts';
import type { TextKey } from '../texts/texts.svelte.ts';

/** The keys of each room, for the sheet that lists them. */
export const shortcuts: Readonly<Record<Room, readonly (readonly [string, TextKey])[]>> = {
  folders: [],
  queue: [],
  settings: [],
};
