/**
 * The agent removeBG: cuts the subject out of the backdrop and places it on transparency, a colour
 * or a template.
 */
import type { Picture } from './picture.ts';
import { blend, colourOf, darken, plainRgb, shadowOf, withAlpha } from './raster.ts';
import type { Mask } from './raster.ts';
import { sceneRgb } from './backgrounds.ts';
import type { RenderInput } from './input.ts';

/**
 * The images of one execution differ in the hardness of the edge and in the shadow on the ground.
 */
const variations = [
  { firm: 1, lift: 0, shadow: 0 },
  { firm: 1.6, lift: -60, shadow: 0 },
  { firm: 1, lift: 0, shadow: 0.45 },
  { firm: 1.6, lift: -60, shadow: 0.3 },
] as const;

function edged(subject: Mask, firm: number, lift: number): Mask {
  if (lift === 0) return subject;
  const data = subject.data.map((value) => Math.max(0, Math.min(255, value * firm + lift)));
  return { ...subject, data: Buffer.from(data) };
}

export async function removeBackground(input: RenderInput, index: number): Promise<Picture> {
  const { job, photo, subject } = input;
  const variation = variations[index % variations.length] ?? variations[0];
  // A custom mask is already exact to the pixel, so its edge is not changed.
  const mask = job.mask === null ? edged(subject, variation.firm, variation.lift) : subject;
  const { backgroundHex } = job.params;
  const colour = typeof backgroundHex === 'string' ? colourOf(backgroundHex) : undefined;
  if (job.scene === null && colour === undefined) {
    return { data: withAlpha(photo, mask), width: photo.width, height: photo.height, channels: 4 };
  }
  const base =
    job.scene === null || colour !== undefined
      ? plainRgb(photo, colour ?? [255, 255, 255])
      : await sceneRgb(job.scene, photo, 0);
  if (variation.shadow > 0) darken(base, await shadowOf(subject, 0.02, 0.02), variation.shadow);
  blend(base, photo, mask);
  return { ...base, channels: 3 };
}
