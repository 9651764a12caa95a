import sharp from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import type { Size } from '#shared/pictures.ts';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { decodeFailure, leniently, pipeline } from './source.ts';
import type { Source } from './source.ts';

/** A decoded photo in upright sRGB with 8 bits: the only full-size copy in memory. */
export interface Pixels extends Size {
  readonly data: Buffer;
  readonly channels: 3 | 4;
  /** Whether some pixel is not opaque; if so, there are 4 channels. */
  readonly isTransparent: boolean;
}

/**
 * Decodes an entire photo, so that damage anywhere in it is found. With `ignoreIcc`, its values stay in
 * its own profile (see `ownProfile`).
 */
export async function decode(
  source: Source,
  own: Pick<SharpOptions, 'ignoreIcc'> = {},
): Promise<Outcome<Pixels>> {
  try {
    const { data, info } = await leniently(async (options) =>
      (await pipeline(source, { ...own, ...options }))
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true }),
    );
    const { width, height, channels } = info;
    if (channels !== 3 && channels !== 4) {
      return failure('photo-channels', { name: source.name, channels }, { about: source.name });
    }
    const isTransparent = channels === 4 && hasTransparency(data);
    return success({ data, width, height, channels, isTransparent });
  } catch (error) {
    return decodeFailure(source.name, error);
  }
}

/** Starts a pipeline with decoded pixels; drops the alpha channel of an opaque picture. */
export function fromPixels({ data, width, height, channels, isTransparent }: Pixels): Sharp {
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  return channels === 4 && !isTransparent ? image.removeAlpha() : image;
}

/** Returns the picture at another size; returns `pixels` itself if it already has that size. */
export async function resized(pixels: Pixels, { width, height }: Size): Promise<Pixels> {
  if (width === pixels.width && height === pixels.height) return pixels;
  const { data, info } = await fromPixels(pixels)
    .resize(width, height, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const channels = info.channels === 4 ? 4 : 3;
  return { data, width, height, channels, isTransparent: pixels.isTransparent };
}

function hasTransparency(rgba: Buffer): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}
