import type { PlainTextKey } from '../texts/texts.svelte.ts';

/** The keys of the viewer, for the shortcut sheets of views that contain a viewer. */
export const viewerKeys: readonly (readonly [string, PlainTextKey])[] = [
  ['+ −', 'viewer.keys.zoom'],
  ['Z', 'viewer.keys.toggle'],
  ['Space ↔', 'viewer.keys.pan'],
  ['\\', 'viewer.keys.before'],
  ['S', 'viewer.keys.split'],
  ['Y', 'viewer.keys.side'],
  ['D', 'viewer.keys.difference'],
  ['L', 'viewer.keys.loupe'],
  ['Shift L', 'viewer.keys.largeLoupe'],
];
