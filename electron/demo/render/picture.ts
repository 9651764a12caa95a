import type { OverlayOptions } from 'sharp';
import type { Size } from '#shared/pictures.ts';

/** A finished image, before the DEMO mark is added and the image is encoded. */
export interface Picture extends Size {
  readonly data: Buffer;
  readonly channels: 3 | 4;
  /** Pictures to composite on top of the image, below the DEMO mark. */
  readonly overlays?: readonly OverlayOptions[];
}
