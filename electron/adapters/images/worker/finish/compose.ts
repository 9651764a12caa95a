import type { Size } from '#shared/pictures.ts';
import { EnlargedCutOut } from './cover.ts';
import type { CutOut } from './cut-out.ts';
import { drawKept, drawMixed } from './draw-row.ts';
import { mostOf, type Colour, type Levels } from './levels.ts';
import type { Placement } from './placement.ts';

/** Colour of the canvas in the levels of the pixels; null if it is transparent. */
export type CanvasColour = Colour | null;

/** A picture's position on its canvas, and the parts of the picture that are kept. */
interface Scene {
  readonly placement: Placement;
  /** Position of the picture on the canvas. */
  readonly at: { readonly left: number; readonly top: number };
  /** Size of the photo that the placement is for. */
  readonly photo: Size;
  /** Null if the whole picture is drawn. */
  readonly cutOut: CutOut | null;
  readonly colour: CanvasColour;
}

/** Draws the visible part of a picture on its canvas. */
export function compose(picture: Levels, scene: Scene): Levels {
  const { placement, at, cutOut, colour } = scene;
  const { width, height } = placement.canvas;
  const isCovered = cutOut === null && picture.channels === 3 && colour !== null;
  if (isCovered && width === picture.width && height === picture.height) return picture;
  const canvas = emptyCanvas(placement.canvas, colour, mostOf(picture));
  const enlarged = cutOut === null ? null : new EnlargedCutOut(cutOut, scene, picture.width);
  const whole = { start: 0, end: picture.width, isKept: true };
  const [cover, dark] = [new Float32Array(picture.width), new Float32Array(picture.width)];
  for (let y = 0; y < picture.height; y += 1) {
    const to = ((at.top + y) * canvas.width + at.left) * canvas.channels;
    const target = { canvas, to, colour };
    for (const span of enlarged?.spans(y) ?? [whole]) {
      if (span.isKept || enlarged === null) {
        drawKept(picture, y, span, target);
      } else {
        enlarged.writeCover(cover, y, span);
        enlarged.writeShadow(dark, y, span);
        drawMixed(picture, y, span, { cover, dark }, target);
      }
    }
  }
  return canvas;
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
