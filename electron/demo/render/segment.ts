/**
 * Finds the subject of a studio photo on a small copy. Pixels with the colours of the left and
 * right edges are the backdrop, even where a shadow falls on them; all other pixels are the subject.
 * If a photo has no plain backdrop, a soft oval in its middle counts as the subject.
 */
import sharp from 'sharp';
import type { Colour, Mask, Rgb } from './raster.ts';
import type { Size } from '#shared/pictures.ts';

/** Longest side in px of the copy on which the subject is detected. */
const smallSide = 720;
/**
 * Number of heights at which the colours of the edges are sampled, and the fraction of the width
 * that counts as an edge.
 */
const bands = 12;
const edgeShare = 0.04;
/**
 * Largest change of colour from one height to the next (0 to 255) within a backdrop. A larger
 * change is caused by a subject.
 */
const bandStep = 50;
/** Largest difference in colour (0 to 255) between the backdrop and a pixel that belongs to it. */
const nearest = 9;
/**
 * Largest difference (0 to 255) along the top edge of a photo with a plain backdrop.
 */
const plainNoise = 14;
/** Weight of a difference in colour compared to a difference in lightness. */
const colourWeight = 2;
/**
 * Light and shadow change a backdrop's lightness by a factor between `darkest` and `brightest`,
 * hardly change its colour, and create no edges.
 */
const darkest = 0.45;
const brightest = 1.5;
const colourStep = 20;
const lightStep = 6;

export interface Segmentation {
  readonly subject: Mask;
  /** The backdrop without the subject, at a small size. */
  readonly backdrop: Rgb;
  /** Whether the photo has a plain backdrop. */
  readonly plain: boolean;
}

/** Each pixel compared to the backdrop. */
interface Comparison extends Size {
  /** Difference in colour and lightness, 0 to 255. */
  readonly far: Uint8Array;
  /** Lightness, 0 to 255. */
  readonly light: Uint8Array;
  /**
   * 1 if the pixel has the backdrop's colour, perhaps lighter or darker: it may be backdrop in
   * brighter light or in shadow.
   */
  readonly shaded: Uint8Array;
}

async function readSmall(file: string): Promise<Rgb> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width: smallSide, height: smallSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function median(values: Uint8Array): number {
  return values.toSorted()[values.length >> 1] ?? 0;
}

/** Returns the median colour of a block of the picture. */
function usualColour(picture: Rgb, left: number, top: number, { width, height }: Size): Colour {
  const channel = (k: number) =>
    median(
      Uint8Array.from({ length: width * height }, (_, index) => {
        const line = top + Math.floor(index / width);
        return picture.data[(line * picture.width + left + (index % width)) * 3 + k]!;
      }),
    );
  return [channel(0), channel(1), channel(2)];
}

/**
 * Returns the colours of both edges from top to bottom as a picture, 2 px wide and `bands` px high. Ignores a subject
 * that reaches an edge.
 */
function edgeColours(picture: Rgb): Rgb {
  const width = Math.max(1, Math.round(picture.width * edgeShare));
  const height = Math.max(1, Math.floor(picture.height / bands));
  const colours: Colour[] = [];
  for (let cell = 0; cell < 2 * bands; cell += 1) {
    const left = cell % 2 === 0 ? 0 : picture.width - width;
    const top = Math.floor(((cell >> 1) * picture.height) / bands);
    const colour = usualColour(picture, left, top, { width, height });
    const above = colours[cell - 2] ?? colour;
    const step = Math.hypot(...colour.map((value, k) => value - above[k]!));
    colours.push(step > bandStep ? above : colour);
  }
  return { width: 2, height: bands, data: Buffer.from(colours.flat()) };
}

/** Enlarges a backdrop to the size of a picture. */
export async function enlarge({ data, width, height }: Rgb, size: Size): Promise<Rgb> {
  const larger = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: size.width, height: size.height, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { width: size.width, height: size.height, data: larger };
}

/** Returns the lightness (0 to 255) of the RGB pixel at an index. */
function lightness(data: Buffer, at: number): number {
  return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
}

function compare({ width, height, data }: Rgb, backdrop: Buffer): Comparison {
  const far = new Uint8Array(width * height);
  const light = new Uint8Array(far.length);
  const shaded = new Uint8Array(far.length);
  for (let pixel = 0, at = 0; pixel < far.length; pixel += 1, at += 3) {
    const own = lightness(data, at);
    const behind = lightness(backdrop, at);
    const share = own / Math.max(1, behind);
    // More or less light changes all channels of a backdrop by the same factor; any other change is
    // a difference in colour.
    const cr = data[at]! - backdrop[at]! * share;
    const cg = data[at + 1]! - backdrop[at + 1]! * share;
    const cb = data[at + 2]! - backdrop[at + 2]! * share;
    const colour = Math.sqrt(cr * cr + cg * cg + cb * cb) * colourWeight;
    far[pixel] = Math.min(255, Math.sqrt(colour * colour + (own - behind) ** 2));
    light[pixel] = own;
    shaded[pixel] = share > darkest && share < brightest && colour < colourStep ? 1 : 0;
  }
  return { width, height, far, light, shaded };
}

/** Returns a mask after blurring and a median filter, as bytes. */
async function evened(data: Uint8Array, { width, height }: Size, blur: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .median(5)
    .blur(blur)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

/**
 * Returns 0 for backdrop and 255 for subject. A pixel is backdrop if its surroundings are similar
 * to the backdrop, even if they are in soft shadow.
 */
async function findSubject(compared: Comparison): Promise<Uint8Array> {
  const { width, far, light, shaded } = compared;
  const around = await evened(far, compared, 2);
  const subject = new Uint8Array(far.length).fill(255);
  const front: number[] = [];
  for (let pixel = 0; pixel < far.length; pixel += 1)
    if (around[pixel]! < nearest) front.push(pixel);
  for (const pixel of front) subject[pixel] = 0;
  const cross = (from: number, to: number) => {
    if (subject[to] !== 255) return;
    const free = far[to]! < nearest;
    if (!free && (shaded[to] === 0 || Math.abs(light[to]! - light[from]!) > lightStep)) return;
    subject[to] = 0;
    front.push(to);
  };
  for (let next = front.pop(); next !== undefined; next = front.pop()) {
    if (next % width > 0) cross(next, next - 1);
    if (next % width < width - 1) cross(next, next + 1);
    cross(next, next - width);
    cross(next, next + width);
  }
  return subject;
}

/** Returns the mask at full size, with its edge slightly contracted and feathered. */
async function finished(small: Uint8Array, from: Size, { width, height }: Size): Promise<Mask> {
  const raw = { width: from.width, height: from.height, channels: 1 } as const;
  const data = await sharp(await evened(small, from, 1), { raw })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .linear(3, -450)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { width, height, data };
}

async function oval({ width, height }: Size): Promise<Mask> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><radialGradient id="o"><stop offset="0.86" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><ellipse cx="100" cy="100" rx="92" ry="96" fill="url(#o)"/></svg>`;
  const data = await sharp(Buffer.from(svg))
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  return { width, height, data };
}

/** Finds the subject of the photo, whose upright size is `size`. */
export async function segment(file: string, size: Size): Promise<Segmentation> {
  const small = await readSmall(file);
  const backdrop = edgeColours(small);
  const compared = compare(small, (await enlarge(backdrop, small)).data);
  const found = await findSubject(compared);
  const share = found.reduce((sum, one) => sum + one, 0) / 255 / found.length;
  const even = median(compared.far.subarray(0, small.width * 3)) < plainNoise;
  const plain = even && share > 0.005 && share < 0.97;
  const subject = plain ? await finished(found, small, size) : await oval(size);
  return { subject, backdrop, plain };
}
