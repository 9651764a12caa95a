import type { Sharp } from 'sharp';
import { placeOnCanvas } from '#shared/upload-size.ts';
import type { CopyLimits, Size } from './geometry.ts';
import { fromPixels } from './pixels.ts';
import type { Pixels } from './pixels.ts';
import { encodeAs, planCopy, Predictor, wastefulBelow } from './quality.ts';
import type { Plan } from './quality.ts';

/**
 * Maximum number of encodes. An encode that is too large is repeated with a corrected prediction; in
 * practice, the second one fits.
 */
const encodesAtMost = 4;

export interface Encoding {
  readonly data: Buffer;
  readonly plan: Plan;
  /** Number of times the complete picture was encoded. */
  readonly encodes: number;
}

/**
 * Encodes decoded pixels with the least loss that fits into `limits.bytes`.
 *
 * @param wanted.padding colour around the picture on a larger canvas; null for no padding
 * @returns null if no encode fits, which has never happened with a real photo
 */
export async function encodeCopy(
  pixels: Pixels,
  wanted: {
    readonly canvas: Size;
    readonly padding: string | null;
    readonly isLossless: boolean;
  },
  limits: CopyLimits,
): Promise<Encoding | null> {
  const predictor = new Predictor(pixels);
  const { isTransparent } = pixels;
  let mayBePng = wanted.isLossless || isTransparent;
  let correction = 1;
  let fitting: Encoding | null = null;
  for (let turn = 1; turn <= encodesAtMost; turn += 1) {
    const picture = { size: wanted.canvas, mayBePng, isTransparent };
    const plan = await planCopy(predictor, picture, limits, correction);
    const data = await encodeAs(drawn(pixels, wanted, plan.size), plan.kind, plan.quality);
    if (data.length <= limits.bytes) {
      fitting = { data, plan, encodes: turn };
      const isBest = plan.kind === 'png' || plan.quality >= 95;
      if (isBest || turn > 1 || data.length >= limits.bytes * wastefulBelow) break;
    } else if (fitting !== null) {
      break;
    }
    mayBePng &&= plan.kind !== 'png';
    if (plan.kind !== 'png') {
      const factor = plan.size.width / wanted.canvas.width;
      correction = data.length / (await predictor.bytes(plan.kind, plan.quality, factor));
    }
  }
  return fitting;
}

/** Returns the picture at the planned size, in the middle of its padding. */
function drawn(
  pixels: Pixels,
  { canvas, padding }: { readonly canvas: Size; readonly padding: string | null },
  size: Size,
): Sharp {
  const factor = size.width / canvas.width;
  const inner =
    padding === null
      ? size
      : {
          width: Math.min(size.width, Math.round(pixels.width * factor)),
          height: Math.min(size.height, Math.round(pixels.height * factor)),
        };
  const image = fromPixels(pixels);
  if (inner.width !== pixels.width || inner.height !== pixels.height) {
    image.resize(inner.width, inner.height, { fit: 'fill' });
  }
  return padding === null
    ? image
    : image.extend({ ...placeOnCanvas(inner, size), background: padding });
}
