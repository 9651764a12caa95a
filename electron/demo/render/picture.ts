import type { OverlayOptions } from 'sharp';
import type { Size } from '#shared/pictures.ts';

/** A finished image before it is marked and encoded. */
export interface Picture extends Size {
  readonly data: Buffer;
  readonly channels: 3 | 4;
  /** Laid on top, under the mark. */
  readonly overlays?: readonly OverlayOptions[];
}
