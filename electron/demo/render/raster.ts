/**
 * Pictures as raw bytes: RGB with 3 bytes per pixel, masks with 1. Functions change the bytes in
 * place and copy as little as possible, because one picture may have many megapixels.
 */
import sharp from 'sharp';
import type { Size } from '#shared/pictures.ts';

export interface Rgb extends Size {
  readonly data: Buffer;
}

/** How much of each pixel is selected: 0 for nothing, 255 for all. */
export interface Mask extends Size {
  readonly data: Buffer;
}

export type Colour = readonly [number, number, number];

/** Reads a picture upright and in sRGB; replaces transparency with white. */
export async function readRgb(file: string | Buffer): Promise<Rgb> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Reads a custom mask, whose opaque pixels are kept. */
export async function readMask(file: string): Promise<Mask> {
  const { data, info } = await sharp(file)
    .ensureAlpha()
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export function plainRgb(size: Size, colour: Colour): Rgb {
  const data = Buffer.alloc(size.width * size.height * 3);
  data.fill(Buffer.from(colour));
  return { ...size, data };
}

/** Returns `#rrggbb` as numbers. */
export function colourOf(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Blends `over` into `base` by the values of the mask. Where the mask is 255, copies the bytes of `over`. */
export function blend(base: Rgb, over: Rgb, mask: Mask): void {
  const [to, from, share] = [base.data, over.data, mask.data];
  for (let pixel = 0, at = 0; pixel < share.length; pixel += 1, at += 3) {
    const a = share[pixel]!;
    if (a === 0) continue;
    if (a === 255) {
      to[at] = from[at]!;
      to[at + 1] = from[at + 1]!;
      to[at + 2] = from[at + 2]!;
      continue;
    }
    for (let channel = at; channel < at + 3; channel += 1) {
      to[channel] = (to[channel]! * (255 - a) + from[channel]! * a + 127) / 255;
    }
  }
}

/** Darkens the picture inside the mask, by at most `strength` (0 to 1). */
export function darken(picture: Rgb, mask: Mask, strength: number): void {
  const { data } = picture;
  for (let pixel = 0, at = 0; pixel < mask.data.length; pixel += 1, at += 3) {
    const light = 1 - (mask.data[pixel]! / 255) * strength;
    if (light === 1) continue;
    data[at] = data[at]! * light;
    data[at + 1] = data[at + 1]! * light;
    data[at + 2] = data[at + 2]! * light;
  }
}

/** Tones a picture with a colour and preserves light and shade; `strength` is 0 to 1. */
export function tone(picture: Rgb, colour: Colour, strength: number): void {
  const { data } = picture;
  const [r, g, b] = colour;
  const own = 0.299 * r + 0.587 * g + 0.114 * b;
  for (let at = 0; at < data.length; at += 3) {
    const light = (0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!) / (own + 1);
    data[at] = mixed(data[at]!, r * light, strength);
    data[at + 1] = mixed(data[at + 1]!, g * light, strength);
    data[at + 2] = mixed(data[at + 2]!, b * light, strength);
  }
}

function mixed(from: number, to: number, share: number): number {
  return Math.min(255, from + (to - from) * share);
}

/** Mixes `other` into `base`; `share` is the weight of `other`, from 0 to 1. */
export function mix(base: Rgb, other: Rgb, share: number): void {
  for (let at = 0; at < base.data.length; at += 1) {
    base.data[at] = mixed(base.data[at]!, other.data[at]!, share);
  }
}

/** Combines RGB and mask into one RGBA picture. */
export function withAlpha(picture: Rgb, mask: Mask): Buffer {
  const data = Buffer.alloc(mask.data.length * 4);
  for (let pixel = 0; pixel < mask.data.length; pixel += 1) {
    data[pixel * 4] = picture.data[pixel * 3]!;
    data[pixel * 4 + 1] = picture.data[pixel * 3 + 1]!;
    data[pixel * 4 + 2] = picture.data[pixel * 3 + 2]!;
    data[pixel * 4 + 3] = mask.data[pixel]!;
  }
  return data;
}

/** Splits an RGBA picture, the reverse of `withAlpha`. */
export function withoutAlpha(rgba: Buffer, size: Size): { picture: Rgb; mask: Mask } {
  const picture = { ...size, data: Buffer.alloc(size.width * size.height * 3) };
  const mask = { ...size, data: Buffer.alloc(size.width * size.height) };
  for (let pixel = 0; pixel < mask.data.length; pixel += 1) {
    picture.data[pixel * 3] = rgba[pixel * 4]!;
    picture.data[pixel * 3 + 1] = rgba[pixel * 4 + 1]!;
    picture.data[pixel * 3 + 2] = rgba[pixel * 4 + 2]!;
    mask.data[pixel] = rgba[pixel * 4 + 3]!;
  }
  return { picture, mask };
}

/**
 * Weakens a mask towards its top, because the shadow of an object is strongest where the object
 * touches the ground.
 */
function grounded(mask: Mask): Mask {
  const { width, height } = mask;
  const data = Buffer.from(mask.data);
  const lines = Array.from({ length: height }, (_, y) => y);
  const used = lines.filter((y) => data.subarray(y * width, (y + 1) * width).some((a) => a > 127));
  const [top, bottom] = [used[0] ?? 0, used.at(-1) ?? height];
  for (const y of used) {
    const share = ((y - top) / Math.max(1, bottom - top)) ** 3;
    for (let at = y * width; at < (y + 1) * width; at += 1) data[at] = data[at]! * share;
  }
  return { width, height, data };
}

/**
 * Returns the shadow that a mask's content casts on the ground below; computed at a small size and
 * scaled up.
 */
export async function shadowOf(mask: Mask, down: number, softness: number): Promise<Mask> {
  const { width, height } = mask;
  const small = { width: Math.max(8, width >> 3), height: Math.max(8, height >> 3) };
  const drop = Math.round(small.height * down);
  const little = await sharp(mask.data, { raw: { width, height, channels: 1 } })
    .resize({ ...small, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  // Moves the mask down by whole rows, then blurs it.
  const moved = Buffer.concat([Buffer.alloc(drop * small.width), little]);
  const onGround = grounded({ ...small, data: moved.subarray(0, little.length) });
  const soft = await sharp(onGround.data, { raw: { ...small, channels: 1 } })
    .blur(Math.max(0.5, softness * small.width))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const data = await sharp(soft, { raw: { ...small, channels: 1 } })
    .resize({ width, height, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { width, height, data };
}
