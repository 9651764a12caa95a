import type { Span } from './cover.ts';
import { mostOf, type Colour, type Levels } from './levels.ts';

/** A canvas and where on it a row of a picture begins. */
interface Target {
  readonly canvas: Levels;
  /** Position of the row's first level. */
  readonly to: number;
  /** The canvas's colour; null if it is transparent. */
  readonly colour: Colour | null;
}

/** Values of the pixels in a row of a picture, from 0 to 255. */
interface Mix {
  /** How much of a pixel is kept. */
  readonly cover: Float32Array;
  /** How much light the shadow takes; it is drawn on the rest of the pixel as transparent black. */
  readonly dark: Float32Array;
}

/** Draws pixels of row `y` of a picture that are kept completely on an empty canvas. */
export function drawKept(picture: Levels, y: number, span: Span, target: Target): void {
  const { data, channels, width } = picture;
  const { data: out, channels: step } = target.canvas;
  const { start, end } = span;
  const first = y * width;
  if (channels === 3 && step === 3) {
    out.set(data.subarray((first + start) * 3, (first + end) * 3), target.to + start * 3);
    return;
  }
  const most = mostOf(picture);
  let [from, into] = [(first + start) * channels, target.to + start * step];
  for (let x = start; x < end; x += 1, from += channels, into += step) {
    const alpha = channels === 4 ? data[from + 3]! : most;
    if (alpha === most) {
      out[into] = data[from]!;
      out[into + 1] = data[from + 1]!;
      out[into + 2] = data[from + 2]!;
      if (step === 4) out[into + 3] = most;
    } else if (alpha > 0) {
      blend(picture, from, x, alpha / most, 0, target);
    }
  }
}

/** Draws pixels of row `y` of a picture, of which a part is kept, on an empty canvas. */
export function drawMixed(
  picture: Levels,
  y: number,
  { start, end }: Span,
  { cover, dark }: Mix,
  target: Target,
): void {
  const { data, channels, width } = picture;
  const most = mostOf(picture);
  for (let x = start; x < end; x += 1) {
    const from = (y * width + x) * channels;
    const opacity = channels === 4 ? data[from + 3]! / most : 1;
    const own = (cover[x]! / 255) * opacity;
    blend(picture, from, x, own, (dark[x]! / 255) * (opacity - own), target);
  }
}

/** Draws the pixel whose levels begin at `from`; `own` and `dark` are the parts of the pixel and of black. */
function blend(
  { data }: Levels,
  from: number,
  x: number,
  own: number,
  dark: number,
  { canvas, to, colour }: Target,
): void {
  const alpha = own + dark;
  if (alpha === 0) return;
  const { data: out, channels: step } = canvas;
  const into = to + x * step;
  if (colour === null) {
    const part = own / alpha;
    out[into] = data[from]! * part + 0.5;
    out[into + 1] = data[from + 1]! * part + 0.5;
    out[into + 2] = data[from + 2]! * part + 0.5;
    out[into + 3] = alpha * mostOf(canvas) + 0.5;
  } else {
    const rest = 1 - alpha;
    out[into] = data[from]! * own + colour[0] * rest + 0.5;
    out[into + 1] = data[from + 1]! * own + colour[1] * rest + 0.5;
    out[into + 2] = data[from + 2]! * own + colour[2] * rest + 0.5;
  }
}
