/**
 * The agent expandimage: places the photo in the requested size and extends its edges. The
 * extension is sharp next to the photo and increasingly out of focus away from it. The photo's own
 * pixels stay unchanged.
 */
import sharp from 'sharp';
import type { Picture } from './picture.ts';
import { enlarge } from './segment.ts';
import { blend } from './raster.ts';
import type { Mask, Rgb } from './raster.ts';
import type { Size } from '#shared/pictures.ts';
import type { RenderInput } from './input.ts';

interface Placement extends Size {
  readonly left: number;
  readonly top: number;
}

/** Distance over which the extension goes out of focus, as a fraction of the target's short side. */
const fadeShare = 0.07;

/** Returns the position of the photo, centred by default. */
function place(
  photo: Size,
  params: RenderInput['job']['params'],
): { target: Size; placed: Placement } {
  const number = (name: string, otherwise: number): number => {
    const value = params[name];
    return typeof value === 'number' ? value : otherwise;
  };
  const width = number('targetWidth', photo.width);
  const height = number('targetHeight', photo.height);
  const left = number('fillLeft', Math.floor((width - photo.width) / 2));
  const top = number('fillTop', Math.floor((height - photo.height) / 2));
  return {
    target: { width, height },
    placed: { width: photo.width, height: photo.height, left, top },
  };
}

/** Returns the part of the photo inside the target, in the photo's own coordinates. */
function visible(target: Size, { left, top, width, height }: Placement): Placement {
  const x = Math.max(0, -left);
  const y = Math.max(0, -top);
  return {
    left: x,
    top: y,
    width: Math.min(width, target.width - left) - x,
    height: Math.min(height, target.height - top) - y,
  };
}

/** Returns the picture strongly out of focus: blurred at a small size, then scaled up. */
async function outOfFocus(data: Buffer, size: Size, softness: number): Promise<Rgb> {
  const raw = { width: size.width, height: size.height, channels: 3 } as const;
  const scale = Math.min(1, 480 / Math.max(size.width, size.height));
  const width = Math.max(8, Math.round(size.width * scale));
  const height = Math.max(8, Math.round(size.height * scale));
  const soft = await sharp(data, { raw })
    .resize(width, height, { fit: 'fill' })
    .blur(softness)
    .raw()
    .toBuffer();
  return enlarge({ data: soft, width, height }, size);
}

/** Returns a mask that is 0 on the photo and rises to 255 with the distance from it. */
function farFrom(photo: Placement, size: Size): Mask {
  const fade = Math.max(12, Math.min(size.width, size.height) * fadeShare);
  const data = Buffer.alloc(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const down = Math.max(photo.top - y, y - (photo.top + photo.height - 1), 0);
    for (let x = 0; x < size.width; x += 1) {
      const across = Math.max(photo.left - x, x - (photo.left + photo.width - 1), 0);
      if (across === 0 && down === 0) continue;
      const share = Math.min(1, Math.hypot(across, down) / fade);
      data[y * size.width + x] = Math.round(255 * Math.sqrt(share));
    }
  }
  return { width: size.width, height: size.height, data };
}

/** Copies a part of the photo, byte for byte. */
function paste(base: Rgb, photo: Rgb, part: Placement, inside: Placement): void {
  for (let y = 0; y < part.height; y += 1) {
    const from = ((part.top + y) * photo.width + part.left) * 3;
    const to = ((inside.top + y) * base.width + inside.left) * 3;
    photo.data.copy(base.data, to, from, from + part.width * 3);
  }
}

/** Places the photo and extends it, differently for each image (interface: "expandimage v1.0"). */
export async function expand(input: RenderInput, index: number): Promise<Picture> {
  const { photo, job } = input;
  const { target, placed } = place(photo, job.params);
  const part = visible(target, placed);
  const inside = { ...part, left: placed.left + part.left, top: placed.top + part.top };
  const margins = {
    left: inside.left,
    top: inside.top,
    right: target.width - inside.left - inside.width,
    bottom: target.height - inside.top - inside.height,
  };
  // A plain backdrop is extended alternately from the photo's edges and from the backdrop alone;
  // mirroring the backdrop alone does not repeat the subject. Other photos are always mirrored,
  // which preserves their texture.
  const continued = input.plain && index % 2 === 0;
  const source = input.plain && !continued ? await input.backdrop(photo) : photo;
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
  const data = await sharp(source.data, { raw })
    .extract(part)
    .extend({ ...margins, extendWith: continued ? 'copy' : 'mirror' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const base = { width: target.width, height: target.height, data };
  paste(base, photo, part, inside);
  const soft = await outOfFocus(data, base, 9 + 5 * (index >> 1));
  blend(base, soft, farFrom(inside, base));
  return { ...base, channels: 3 };
}
