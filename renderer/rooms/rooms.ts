import type { Component } from 'svelte';
import type { Room } from '../state/place.svelte.ts';

/** Each room is loaded when it is first opened, so that the frame appears before any of them. */
export const rooms: Readonly<Record<Room, () => Promise<{ readonly default: Component }>>> = {
  folders: () => import('./folders/HotFolders.svelte'),
  retouch: () => import('./retouch/Retouch.svelte'),
  queue: () => import('./queue/Queue.svelte'),
  library: () => import('./library/Library.svelte'),
  models: () => import('./models/Models.svelte'),
  settings: () => import('./settings/Settings.svelte'),
};
