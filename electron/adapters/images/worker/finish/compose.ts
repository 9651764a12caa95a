import type { FinishPreset } from '#shared/finish/preset.ts';
import type { Size } from '#shared/pictures.ts';
import { coverOf, type Cover } from './cover.ts';
import { drawRow } from './draw-row.ts';
import { mostOf, type Colour, type Levels } from './levels.ts';
import type { Placement } from './placement.ts';
import { shadowOn, type Shadow } from './shadow.ts';
import type { Subject } from './subject.ts';

/** Colour of the canvas in the levels of the pixels; null if it is transparent. */
export type CanvasColour = Colour | null;

/**
 * A shadow is only kept on a background that is lighter than this fraction of the range; on a
 * darker one, brightening would only show noise.
 */
const darkestBackground = 0.5;
/** Number of pixels sampled to measure the background's colour. */
const samples = 4000;

/** A picture's position on its canvas, and the parts of the picture that are kept. */
interface Scene {
  readonly placement: Placement;
  /** Position of the picture on the canvas. */
  readonly at: { readonly left: number; readonly top: number };
  /** Size of the photo that the placement is for. */
  readonly photo: Size;
  readonly subject: Subject | null;
  readonly shadow: FinishPreset['shadow'];
  readonly colour: CanvasColour;
}

/** Draws the visible part of a picture on its canvas, with or without the shadow. */
export function compose(picture: Levels, scene: Scene): Levels {
  const { placement, at, photo, subject, colour } = scene;
  const cover = subject === null ? null : coverOf(subject.outline, placement, photo, at);
  const outside = outsideOf(picture, cover, scene);
  const { width, height } = placement.canvas;
  const isCovered = outside === null && picture.channels === 3 && colour !== null;
  if (isCovered && width === picture.width && height === picture.height) return picture;
  const canvas = emptyCanvas(placement.canvas, colour, mostOf(picture));
  const inside = new Uint8Array(picture.width).fill(255);
  for (let y = 0; y < picture.height; y += 1) {
    if (outside !== null) cover?.row(inside, y);
    const to = ((at.top + y) * canvas.width + at.left) * canvas.channels;
    drawRow(picture, y, inside, outside?.shadow ?? null, { canvas, to, colour });
  }
  return canvas;
}

/**
 * Returns how the area outside the subject is drawn: not at all, or only its shadow. Null if that
 * area stays unchanged.
 */
function outsideOf(
  picture: Levels,
  cover: Cover | null,
  { subject, shadow, colour }: Scene,
): { readonly shadow: Shadow | null } | null {
  if (subject === null || cover === null) return null;
  if (subject.background === null) return shadow === 'drop' ? { shadow: null } : null;
  const most = mostOf(picture);
  const background = measured(picture, cover);
  if (shadow === 'drop' || background === null) return { shadow: null };
  if (Math.min(...background) < darkestBackground * most) return { shadow: null };
  const isSame = colour?.every((level, n) => level === background[n]) === true;
  return isSame ? null : { shadow: shadowOn(background, (subject.noise / 255) * most, most) };
}

/** Returns the median colour outside the subject; null if the subject fills the picture. */
function measured({ data, channels, width, height }: Levels, cover: Cover): Colour | null {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / samples)));
  const inside = new Uint8Array(width);
  const found: [number[], number[], number[]] = [[], [], []];
  for (let y = 0; y < height; y += step) {
    cover.row(inside, y);
    for (let x = 0; x < width; x += step) {
      if ((inside[x] ?? 0) > 0) continue;
      found.forEach((levels, n) => levels.push(data[(y * width + x) * channels + n] ?? 0));
    }
  }
  const [red, green, blue] = found.map(
    (levels) => levels.sort((a, b) => a - b)[levels.length >> 1],
  );
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
}

function emptyCanvas({ width, height }: Size, colour: CanvasColour, most: number): Levels {
  const channels = colour === null ? 4 : 3;
  const length = width * height * channels;
  const data = most === 255 ? new Uint8Array(length) : new Uint16Array(length);
  if (colour !== null) {
    if (colour.every((level) => level === colour[0])) data.fill(colour[0]);
    else {
      data.set(colour);
      for (let done = 3; done < length; done *= 2) data.copyWithin(done, 0, done);
    }
  }
  return { data, width, height, channels };
}
