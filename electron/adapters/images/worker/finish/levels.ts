import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Size } from '#shared/pictures.ts';
import type { Box } from './placement.ts';

/** Decoded pixels, upright, with 8 or 16 bits per channel. */
export interface Levels extends Size {
  readonly data: Uint8Array | Uint16Array;
  readonly channels: 3 | 4;
}

/** A colour in the levels of a picture. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Returns the highest level that a channel can have. */
export function mostOf({ data }: Levels): number {
  return data instanceof Uint16Array ? 65_535 : 255;
}

/** Starts a pipeline with decoded pixels. */
export function fromLevels({ data, width, height, channels }: Levels): Sharp {
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  return data instanceof Uint16Array ? image.toColourspace('rgb16') : image;
}

/** Runs a pipeline and returns its RGB pixels, with or without alpha. */
export async function toLevels(image: Sharp, is16: boolean): Promise<Levels> {
  const { data, info } = await image
    .toColourspace(is16 ? 'rgb16' : 'srgb')
    .raw({ depth: is16 ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels !== 3 && channels !== 4) throw new Error(`The picture has ${channels} channels.`);
  const { buffer, byteOffset, length } = data;
  // a plain array, because V8 handles two kinds of arrays of 8 bits more slowly than one
  const levels = is16
    ? new Uint16Array(buffer, byteOffset, length / 2)
    : new Uint8Array(buffer, byteOffset, length);
  return { data: levels, width, height, channels };
}

/**
 * Cuts a part out of a pipeline's picture and scales it. Scales down in linear light, because
 * averaging gamma-encoded levels darkens fine patterns.
 */
export function cutAndScaled(image: Sharp, picture: Size, part: Box, size: Size): Sharp {
  if (part.width !== picture.width || part.height !== picture.height) image.extract(part);
  if (size.width === part.width && size.height === part.height) return image;
  if (size.width < part.width) image.pipelineColourspace('scrgb');
  return image.resize(size.width, size.height, { fit: 'fill' });
}

/** Sharpens only edges, and by so few levels of lightness that no halos appear. */
const forScreens = { sigma: 0.5, m1: 0, m2: 2, y2: 2, y3: 4 };

/** Sharpens a picture that was made smaller. */
export function sharpened(image: Sharp): Sharp {
  return image.sharpen(forScreens);
}
