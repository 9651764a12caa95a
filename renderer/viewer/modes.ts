import type { Size } from '#shared/pictures.ts';
import type { Box } from './view.ts';

/** How photo and result are shown. */
export const modes = ['photo', 'result', 'split', 'side', 'difference'] as const;
export type Mode = (typeof modes)[number];

/** How many times a difference is strengthened. */
export const gains = ['1', '4', '16'] as const;
export type Gain = (typeof gains)[number];

/** A pane, as what is drawn below and over the photo has to know it; device px. */
export interface PaneFrame {
  /** Null until it is known. */
  readonly photo: Box | null;
  readonly pane: Size;
  /** Whatever is dragged, the picture moves. */
  readonly isGrabbed: boolean;
}
