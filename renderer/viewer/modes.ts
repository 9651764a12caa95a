import type { Snippet } from 'svelte';
import type { Size } from '#shared/pictures.ts';
import type { Box, View } from './view.ts';

/** How the photo and the result are shown. */
export const modes = ['photo', 'result', 'split', 'side', 'difference'] as const;
export type Mode = (typeof modes)[number];

/** Factors by which the difference can be amplified. */
export const gains = ['1', '4', '16'] as const;
export type Gain = (typeof gains)[number];

/** The zoom and position of every photo that was shown, and the key of the photo that is shown now. */
export interface KeptViews {
  readonly views: Map<string, View>;
  readonly subject: string;
}

/** What is drawn below and above a photo, such as its target frame. */
export interface PhotoSurroundings {
  /** The area, in px of the photo, that the viewer fits into its pane instead of the photo. */
  readonly around: Box;
  /** Content below and above the photo. */
  readonly under: Snippet<[PaneFrame]>;
  readonly over: Snippet<[PaneFrame]>;
}

/** Content over the right edge of the pictures; while two pictures are side by side, it is next to them. */
export interface BesidePictures {
  /** Width in CSS px that the content may cover. A fitted picture leaves it free, even while there is no content. */
  readonly width: number;
  readonly content: Snippet;
}

/** What content below and above a photo knows about its pane; positions and sizes are in device px. */
export interface PaneFrame {
  /** Position of the photo; null until its size is known. */
  readonly photo: Box | null;
  readonly pane: Size;
  /** Whether every drag moves the picture. */
  readonly isGrabbed: boolean;
}
