import type { Component } from 'svelte';
import type { View } from '../data/place.svelte.ts';

/** The views. Each view is loaded when it is first opened, so that the rail and the status bar appear sooner. */
export const views: Readonly<Record<View, () => Promise<{ readonly default: Component }>>> = {
  folders: () => import('./hot-folders/HotFolders.svelte'),
  retouch: () => import('./retouch/Retouch.svelte'),
  queue: () => import('./queue/Queue.svelte'),
  library: () => import('./library/Library.svelte'),
  models: () => import('./models/Models.svelte'),
  costs: () => import('./costs/CostsView.svelte'),
  settings: () => import('./settings/Settings.svelte'),
};
