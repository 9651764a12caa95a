/**
 * Finds the subject of a studio photo: what differs from the fitted backdrop and is not reached by
 * flooding the backdrop from the border. Soft shadows are flooded too.
 */
import sharp from 'sharp';
import { fillIn, fitBorder, surfacePicture } from './backdrop.ts';
import { guessSubject } from './guess.ts';
import { drawnIn, dropSpecks, openHoles, smooth } from './morphology.ts';
import type { Mask, Rgb } from './raster.ts';
import type { Size } from './sign.ts';

/** px of the picture the backdrop is fitted to; its surface is smooth, so few are enough. */
const fitSide = 320;
/** Pixels up to which the subject is cut at the photo's own size; a larger one at this many. */
const cutPixels = 12_000_000;
/** Border noise above which a photo has no plain backdrop. */
const plainNoise = 14;

export interface Segmented {
  readonly subject: Mask;
  /** The backdrop alone, as if the subject were not there, at a small size. */
  readonly backdrop: Rgb;
  /** Whether the photo has a plain backdrop; otherwise the subject is a guess. */
  readonly plain: boolean;
}

/** Each pixel against the backdrop. */
interface Compared extends Size {
  /** Difference in colour and light, 0 to 255. */
  readonly far: Uint8Array;
  /** Light, 0 to 255. */
  readonly luma: Uint8Array;
  /** 1 where the pixel may be the backdrop in more light or in shadow: of its colour. */
  readonly slow: Uint8Array;
  /** 1 where the pixel has the backdrop's light, tinged by the subject beside it. */
  readonly tinge: Uint8Array;
  /** `far` below this is backdrop. */
  readonly limit: number;
}

/** How much more a difference in colour counts than one in light. */
const colourWeight = 2;
/** How much of the expected light a shadow leaves, and a bright spot has. */
const darkest = 0.4;
const brightest = 1.5;
/** A difference in colour up to which light alone can explain it. */
const colourStep = 13;
/** JPEG smears colour, and less of light, over the next pixels of an edge. */
const tingeLight = 18;
const tingeColour = 52;
const tingeWidth = 4;

/** Compares a picture with its backdrop of the same size, bytes or fractions. */
function compare(picture: Rgb, backdrop: ArrayLike<number>, limit: number): Compared {
  const { width, height, data } = picture;
  const [far, luma, slow, tinge] = [0, 1, 2, 3].map(() => new Uint8Array(width * height)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  for (let pixel = 0, at = 0; pixel < far.length; pixel += 1, at += 3) {
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const [br, bg, bb] = [backdrop[at]!, backdrop[at + 1]!, backdrop[at + 2]!];
    const light = 0.299 * r + 0.587 * g + 0.114 * b;
    const behind = 0.299 * br + 0.587 * bg + 0.114 * bb;
    const share = light / Math.max(1, behind);
    // The backdrop in more or less light keeps its colour; what is left is a colour of its own.
    const colour = distance(r - br * share, g - bg * share, b - bb * share) * colourWeight;
    far[pixel] = Math.min(255, distance(colour, light - behind, 0));
    luma[pixel] = light;
    slow[pixel] = share > darkest && share < brightest && colour < colourStep ? 1 : 0;
    tinge[pixel] = Math.abs(light - behind) < tingeLight && colour < tingeColour ? 1 : 0;
  }
  return { width, height, far, luma, slow, tinge, limit };
}

/** As Math.hypot, which looks out for overflow and takes several times as long. */
function distance(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

/** Floods the backdrop from the border: over its own colour freely, over light and shadow only without steps. */
function flood(compared: Compared, step: number): Uint8Array {
  const { width, height, far, luma, slow, limit } = compared;
  const found = new Uint8Array(width * height);
  let front: number[] = [];
  const enter = (pixel: number) => {
    if (found[pixel] === 0 && far[pixel]! < limit) {
      found[pixel] = 1;
      front.push(pixel);
    }
  };
  for (let x = 0; x < width; x += 1) {
    enter(x);
    enter((height - 1) * width + x);
  }
  for (let y = 0; y < height; y += 1) {
    enter(y * width);
    enter(y * width + width - 1);
  }
  const cross = (from: number, to: number, next: number[]) => {
    if (found[to] !== 0) return;
    const free = far[to]! < limit;
    if (!free && (slow[to] === 0 || Math.abs(luma[to]! - luma[from]!) > step)) return;
    found[to] = 1;
    next.push(to);
  };
  while (front.length > 0) {
    const next: number[] = [];
    for (const pixel of front) {
      const x = pixel % width;
      if (x > 0) cross(pixel, pixel - 1, next);
      if (x < width - 1) cross(pixel, pixel + 1, next);
      if (pixel >= width) cross(pixel, pixel - width, next);
      if (pixel < found.length - width) cross(pixel, pixel + width, next);
    }
    front = next;
  }
  return found;
}

/** Gives the backdrop what the subject's colour was smeared over: a few pixels along its edge. */
function takeTinged(found: Uint8Array, { width, tinge }: Compared): void {
  const near = [-1, 1, -width, width];
  for (let round = 0; round < tingeWidth; round += 1) {
    const taken: number[] = [];
    for (let pixel = width; pixel < found.length - width; pixel += 1) {
      if (found[pixel] === 1 || tinge[pixel] === 0) continue;
      if (near.some((offset) => found[pixel + offset] === 1)) taken.push(pixel);
    }
    for (const pixel of taken) found[pixel] = 1;
  }
}

async function readAt(file: string, limit: Size): Promise<Rgb> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ ...limit, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function shareOf(found: Uint8Array): number {
  return found.reduce((sum, one) => sum + one, 0) / found.length;
}

/** Light from one pixel to the next at the size of `fitSide`: shadows stay below, edges do not. */
const softStep = 7;
/** The same at the photo's own size, where a shadow is softer still. */
const fineStep = 2;
/** px at `fitSide`: so close to the subject its colour is mixed into the backdrop. */
const edgeWidth = 2;

/**
 * The backdrop of a photo at a small size: the border's surface, then all that is reached from the
 * border without crossing an edge, filled in behind the subject.
 */
async function findBackdrop(file: string): Promise<{ backdrop: Rgb; plain: boolean }> {
  const small = await readAt(file, { width: fitSide, height: fitSide });
  const surface = fitBorder(small);
  const limit = Math.max(6, 2.5 * surface.noise);
  const found = flood(compare(small, surfacePicture(surface, small), limit), softStep);
  const plain = surface.noise < plainNoise && shareOf(found) > 0.05;
  const first = fillIn(small, drawnIn(found, small, edgeWidth), surface);
  // Seen against the first estimate, backdrop enclosed by the subject shows itself too.
  const again = compare(small, first.data, limit);
  openHoles(found, again, again.far, 2 * limit);
  return { backdrop: fillIn(small, drawnIn(found, small, edgeWidth), surface), plain };
}

/** The size at which a photo is cut. */
function cutSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(cutPixels / (width * height)));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A backdrop at the size of a picture. */
export async function enlarge({ data, width, height }: Rgb, size: Size): Promise<Rgb> {
  const raw = { width, height, channels: 3 } as const;
  const larger = await sharp(data, { raw })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  return { width: size.width, height: size.height, data: larger };
}

/** What counts as far at the photo's own size: more than its grain, seen along its border. */
function farLimit({ far, width, height }: Compared): number {
  const edge = Float64Array.from({ length: 2 * width }, (_, x) =>
    x < width ? far[x]! : far[(height - 2) * width + x]!,
  );
  return Math.min(26, Math.max(8, 4.5 * (edge.toSorted()[width] ?? 0)));
}

/** Finds the subject of the photo, whose upright size is `size`. */
export async function segment(file: string, size: Size): Promise<Segmented> {
  const { backdrop, plain } = await findBackdrop(file);
  if (!plain) return { subject: await guessSubject(file, size), backdrop, plain };
  const picture = await readAt(file, cutSize(size));
  const compared = compare(picture, (await enlarge(backdrop, picture)).data, 0);
  const judged = { ...compared, limit: farLimit(compared) };
  const found = flood(judged, fineStep);
  openHoles(found, judged, judged.far, judged.limit);
  const share = shareOf(found);
  if (share < 0.03 || share > 0.995) {
    return { subject: await guessSubject(file, size), backdrop, plain: false };
  }
  takeTinged(found, judged);
  dropSpecks(found, judged);
  return { subject: await scaled(smooth(found, judged), size), backdrop, plain };
}

async function scaled(mask: Mask, size: Size): Promise<Mask> {
  const { width, height, data } = mask;
  if (width === size.width && height === size.height) return mask;
  const larger = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { ...size, data: larger };
}
