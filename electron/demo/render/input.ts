/**
 * Prepares the data that all images of one execution share: the photo, its subject and its
 * backdrop.
 */
import type { RenderJob } from './job.ts';
import { readMask, readRgb } from './raster.ts';
import type { Mask, Rgb } from './raster.ts';
import { enlarge, segment } from './segment.ts';
import type { Size } from '#shared/pictures.ts';

export interface RenderInput {
  readonly job: RenderJob;
  /** The photo; no image changes its pixels. */
  readonly photo: Rgb;
  /**
   * The detected subject, or the custom mask (interface: "A mask is what is protected"). No image
   * changes it.
   */
  readonly subject: Mask;
  /** Whether the photo has a plain backdrop. */
  readonly plain: boolean;
  /** Returns the photo's backdrop without the subject, at this size. */
  backdrop(size: Size): Promise<Rgb>;
}

/** Reads the photo and finds its subject. Rejects if a mask has a different size. */
export async function readInput(job: RenderJob): Promise<RenderInput> {
  const photo = await readRgb(job.photo);
  const found = await segment(job.photo, photo);
  const mask = job.mask === null ? found.subject : await readMask(job.mask);
  if (mask.width !== photo.width || mask.height !== photo.height) {
    throw new Error(
      `the mask is ${mask.width}*${mask.height}, the original image ${photo.width}*${photo.height}`,
    );
  }
  return {
    job,
    photo,
    subject: mask,
    plain: found.plain,
    backdrop: (size) => enlarge(found.backdrop, size),
  };
}

/** Returns a copy that may be changed. */
export function copyOf<T extends Rgb | Mask>(picture: T): T {
  return { ...picture, data: Buffer.from(picture.data) };
}
