import type { FinishPreset } from '#shared/finish/preset.ts';
import type { Size } from '#shared/pictures.ts';
import type { Outline } from './outline.ts';
import type { Placement } from './placement.ts';
import type { Subject } from './subject.ts';

/** Decoded pixels in the profile of a file to write. */
export interface Levels extends Size {
  readonly data: Uint8Array | Uint16Array;
  readonly channels: 3 | 4;
}

/** Colour of the canvas in the levels of the pixels; null if it is transparent. */
export type CanvasColour = readonly [number, number, number] | null;

/** Background below this part of the range is replaced, because brightening it would only show noise. */
const darkestBackground = 0.5;
/** Number of pixels from which the background's colour is measured. */
const samples = 4000;

/** Puts the visible part of a picture on its canvas, with the shadow kept or dropped. */
export function compose(
  picture: Levels,
  placement: Placement,
  subject: Subject | null,
  shadow: FinishPreset['shadow'],
  colour: CanvasColour,
): Levels {
  const most = picture.data instanceof Uint16Array ? 65_535 : 255;
  const canvas = emptyCanvas(placement.canvas, colour, most);
  const cover = subject === null ? null : coverOf(subject.outline, placement);
  const outside = outsideOf(picture, subject, cover, shadow, colour, most);
  const { data, channels, width, height } = picture;
  const [red, green, blue] = colour ?? [0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    let to = ((placement.at.top + y) * canvas.width + placement.at.left) * canvas.channels;
    let from = y * width * channels;
    for (let x = 0; x < width; x += 1, from += channels, to += canvas.channels) {
      const pixel = {
        red: data[from] ?? 0,
        green: data[from + 1] ?? 0,
        blue: data[from + 2] ?? 0,
        alpha: channels === 4 ? (data[from + 3] ?? 0) / most : 1,
      };
      if (outside !== null && cover !== null) outside(pixel, cover(x, y));
      const { alpha } = pixel;
      if (canvas.channels === 4) {
        canvas.data[to] = pixel.red;
        canvas.data[to + 1] = pixel.green;
        canvas.data[to + 2] = pixel.blue;
        canvas.data[to + 3] = Math.round(alpha * most);
      } else {
        canvas.data[to] = Math.round(red + (pixel.red - red) * alpha);
        canvas.data[to + 1] = Math.round(green + (pixel.green - green) * alpha);
        canvas.data[to + 2] = Math.round(blue + (pixel.blue - blue) * alpha);
      }
    }
  }
  return canvas;
}

interface Pixel {
  red: number;
  green: number;
  blue: number;
  /** 0 to 1 */
  alpha: number;
}

/** Changes a pixel that lies outside the subject by `1 - inside`. */
type Outside = (pixel: Pixel, inside: number) => void;

/** Returns what happens outside the subject; null if nothing changes there. */
function outsideOf(
  picture: Levels,
  subject: Subject | null,
  cover: Cover | null,
  shadow: FinishPreset['shadow'],
  colour: CanvasColour,
  most: number,
): Outside | null {
  if (subject === null || cover === null) return null;
  const drop: Outside = (pixel, inside) => {
    pixel.alpha *= inside;
  };
  if (subject.background === null) return shadow === 'drop' ? drop : null;
  const background = measured(picture, cover);
  if (shadow === 'drop' || background === null) return drop;
  if (Math.min(...background) < darkestBackground * most) return drop;
  const isSame = colour?.every((level, n) => level === background[n]) === true;
  return isSame ? null : keepShadow(background, (subject.noise / 255) * most, most);
}

/** Turns the darkened background into a shadow of the same strength over the canvas. */
function keepShadow(
  [red, green, blue]: readonly [number, number, number],
  noise: number,
  most: number,
): Outside {
  return (pixel, inside) => {
    if (inside >= 1) return;
    const light = Math.min(pixel.red / red, pixel.green / green, pixel.blue / blue, 1);
    const beyondNoise = Math.min(1, Math.max(0, ((1 - light) * most) / noise - 1));
    const strength = (1 - light) * beyondNoise;
    const alpha = inside + (1 - inside) * strength;
    // a shadow is black with an alpha; only the part inside keeps its colour
    const share = alpha === 0 ? 0 : inside / alpha;
    pixel.red *= share;
    pixel.green *= share;
    pixel.blue *= share;
    pixel.alpha *= alpha;
  };
}

/** Returns the median colour outside the subject; null if nothing is outside. */
function measured(
  { data, channels, width, height }: Levels,
  cover: Cover,
): readonly [number, number, number] | null {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / samples)));
  const found: [number[], number[], number[]] = [[], [], []];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if (cover(x, y) > 0) continue;
      found.forEach((levels, n) => levels.push(data[(y * width + x) * channels + n] ?? 0));
    }
  }
  const [red, green, blue] = found.map(
    (levels) => levels.sort((a, b) => a - b)[levels.length >> 1],
  );
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
}

/** Returns how much of a pixel of the visible part belongs to the subject, from 0 to 1. */
type Cover = (x: number, y: number) => number;

function coverOf(outline: Outline, { scaled, visible }: Placement): Cover {
  const { width, height } = outline;
  const soft = softened(outline);
  const [perX, perY] = [width / scaled.width, height / scaled.height];
  return (x, y) => {
    const atX = Math.min(width - 1, Math.max(0, (visible.left + x + 0.5) * perX - 0.5));
    const atY = Math.min(height - 1, Math.max(0, (visible.top + y + 0.5) * perY - 0.5));
    const [left, top] = [Math.floor(atX), Math.floor(atY)];
    const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
    const [a, b] = [soft[top * width + left] ?? 0, soft[top * width + right] ?? 0];
    const [c, d] = [soft[bottom * width + left] ?? 0, soft[bottom * width + right] ?? 0];
    if (a === b && b === c && c === d) return a / 255;
    const upper = a * (1 - atX + left) + b * (atX - left);
    const lower = c * (1 - atX + left) + d * (atX - left);
    return (upper * (1 - atY + top) + lower * (atY - top)) / 255;
  };
}

/** Returns the outline with a fading border of one pixel around it. */
function softened({ inside, width }: Outline): Uint8Array {
  const soft = new Uint8Array(inside.length);
  for (let at = 0; at < inside.length; at += 1) {
    const x = at % width;
    const isBeside =
      (x > 0 && inside[at - 1] === 1) ||
      (x < width - 1 && inside[at + 1] === 1) ||
      inside[at - width] === 1 ||
      inside[at + width] === 1;
    soft[at] = inside[at] === 1 ? 255 : isBeside ? 128 : 0;
  }
  return soft;
}

function emptyCanvas({ width, height }: Size, colour: CanvasColour, most: number): Levels {
  const channels = colour === null ? 4 : 3;
  const length = width * height * channels;
  const data = most === 255 ? new Uint8Array(length) : new Uint16Array(length);
  if (colour !== null) {
    if (colour.every((level) => level === colour[0])) data.fill(colour[0]);
    else for (let at = 0; at < length; at += 3) data.set(colour, at);
  }
  return { data, width, height, channels };
}
