/** Cleans up a flooded backdrop (1 is backdrop, 0 is subject) and turns it into a feathered mask. */
import type { Mask } from './raster.ts';
import type { Size } from './sign.ts';

/** Part of the picture below which a hole or a speck is noise. */
const smallest = 0.0004;
/** Part of the largest subject part that a further part must have. */
const smallestPart = 0.004;

/** The connected pixels around `start` that `belongs` accepts; marks them in `seen`. */
function region(
  start: number,
  { width, height }: Size,
  seen: Uint8Array,
  belongs: (pixel: number) => boolean,
): number[] {
  const pixels = [start];
  seen[start] = 1;
  const visit = (pixel: number) => {
    if (seen[pixel] === 0 && belongs(pixel)) {
      seen[pixel] = 1;
      pixels.push(pixel);
    }
  };
  for (let index = 0; index < pixels.length; index += 1) {
    const pixel = pixels[index]!;
    const x = pixel % width;
    if (x > 0) visit(pixel - 1);
    if (x < width - 1) visit(pixel + 1);
    if (pixel >= width) visit(pixel - width);
    if (pixel < width * (height - 1)) visit(pixel + width);
  }
  return pixels;
}

/** Backdrop seen through a subject, such as under a handle: enclosed, and as plain as the backdrop. */
export function openHoles(found: Uint8Array, size: Size, far: Uint8Array, limit: number): void {
  const seen = new Uint8Array(found.length);
  const plain = (pixel: number) => found[pixel] === 0 && far[pixel]! < limit;
  for (let pixel = 0; pixel < found.length; pixel += 1) {
    if (seen[pixel] === 1 || !plain(pixel)) continue;
    const pixels = region(pixel, size, seen, plain);
    if (pixels.length < found.length * smallest) continue;
    const mean = pixels.reduce((sum, one) => sum + far[one]!, 0) / pixels.length;
    if (mean < limit / 2) for (const one of pixels) found[one] = 1;
  }
}

/** Gives small loose parts of the subject to the backdrop, and small spots in it to the subject. */
export function dropSpecks(found: Uint8Array, size: Size): void {
  const seen = new Uint8Array(found.length);
  const parts: number[][] = [];
  for (let pixel = 0; pixel < found.length; pixel += 1) {
    if (seen[pixel] === 1) continue;
    const side = found[pixel];
    const pixels = region(pixel, size, seen, (one) => found[one] === side);
    if (side === 0) parts.push(pixels);
    else if (pixels.length < found.length * smallest) for (const one of pixels) found[one] = 0;
  }
  const largest = Math.max(0, ...parts.map((part) => part.length));
  for (const part of parts) {
    if (part.length < largest * smallestPart) for (const one of part) found[one] = 1;
  }
}

/** Mean over a square of 2 × radius + 1, by running sums: first along lines, then along columns. */
function boxBlur(data: Uint8Array, { width, height }: Size, radius: number): Uint8Array {
  const lines = blurLines(data, width, height, 1, width, radius);
  return blurLines(lines, height, width, width, 1, radius);
}

function blurLines(
  data: Uint8Array,
  length: number,
  count: number,
  step: number,
  stride: number,
  radius: number,
): Uint8Array {
  const into = new Uint8Array(data.length);
  const span = 2 * radius + 1;
  for (let line = 0; line < count; line += 1) {
    const start = line * stride;
    const at = (index: number) => data[start + Math.max(0, Math.min(length - 1, index)) * step]!;
    let sum = 0;
    for (let index = -radius; index <= radius; index += 1) sum += at(index);
    for (let index = 0; index < length; index += 1) {
      into[start + index * step] = sum / span;
      sum += at(index + radius + 1) - at(index - radius);
    }
  }
  return into;
}

/** The backdrop (1) without a margin of `width` pixels around all that is not. */
export function drawnIn(found: Uint8Array, size: Size, width: number): Uint8Array {
  const near = boxBlur(
    found.map((one) => one * 255),
    size,
    width,
  );
  return near.map((value) => (value === 255 ? 1 : 0));
}

/** The subject as a mask: edges evened out, drawn in by half a pixel, feathered over one or two. */
export function smooth(found: Uint8Array, size: Size): Mask {
  const radius = Math.max(1, Math.round(Math.max(size.width, size.height) / 1800));
  const even = boxBlur(
    found.map((one) => (one === 1 ? 0 : 255)),
    size,
    radius,
  );
  const feathered = boxBlur(
    even.map((value) => (value > 140 ? 255 : 0)),
    size,
    1,
  );
  // The outermost third of the feather carries the old backdrop's colour, so it goes.
  const data = Buffer.from(feathered.map((value) => Math.max(0, value - 85) * 1.5));
  return { width: size.width, height: size.height, data };
}
