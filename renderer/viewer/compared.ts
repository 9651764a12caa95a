import type { KeptViews, Mode } from './modes.ts';
import type { Source } from './picture.svelte.ts';
import type { Box } from './view.ts';

/** What a viewer shows. */
export interface Compared {
  /** The photo, or another result that is compared with `result` instead of the photo. */
  readonly photo: Source | null;
  /** The result that is compared with `photo`; null to show the photo alone. */
  readonly result: Source | null;
  readonly mode: Mode;
  /** The zoom and the position of other photos; undefined if the viewer does not remember them. */
  readonly kept: KeptViews | undefined;
  /**
   * The area, in px of the photo, that the viewer fits into its pane; null for the photo itself. Used only while the
   * photo is shown without a result.
   */
  readonly around: Box | null;
  /** Width in CSS px at the right edge that other content may cover while there is only one pane. */
  readonly covered: number;
}
