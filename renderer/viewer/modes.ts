import type { Snippet } from 'svelte';
import type { Size } from '#shared/pictures.ts';
import type { Box, View } from './view.ts';

/** How photo and result are shown. */
export const modes = ['photo', 'result', 'split', 'side', 'difference'] as const;
export type Mode = (typeof modes)[number];

/** Factors by which the difference can be amplified. */
export const gains = ['1', '4', '16'] as const;
export type Gain = (typeof gains)[number];

/** Zoom and position of photos, and the photo that is shown. */
export interface KeptViews {
  readonly views: Map<string, View>;
  readonly subject: string;
}

/** What lies around a photo, such as the frame that it is to fill. */
export interface PhotoSurroundings {
  /** Area that a fitting view shows instead of the photo, px of the photo. */
  readonly around: Box;
  /** Content below and above the photo. */
  readonly under: Snippet<[PaneFrame]>;
  readonly over: Snippet<[PaneFrame]>;
}

/** The pane, for content below and above the photo; device px. */
export interface PaneFrame {
  /** Null until known. */
  readonly photo: Box | null;
  readonly pane: Size;
  /** Any drag moves the picture. */
  readonly isGrabbed: boolean;
}
