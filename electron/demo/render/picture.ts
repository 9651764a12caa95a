import type { OverlayOptions } from 'sharp';
import type { Size } from '#shared/pictures.ts';

/** A finished image before the DEMO mark is added and it is encoded. */
export interface Picture extends Size {
  readonly data: Buffer;
  readonly channels: 3 | 4;
  /** Composited on top, below the mark. */
  readonly overlays?: readonly OverlayOptions[];
}
