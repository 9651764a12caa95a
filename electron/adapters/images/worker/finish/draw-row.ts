import { mostOf, type Colour, type Levels } from './levels.ts';
import { shadowAt, type Shadow } from './shadow.ts';

/** A canvas and where on it a row of a picture begins. */
interface Target {
  readonly canvas: Levels;
  /** Position of the row's first level. */
  readonly to: number;
  /** The canvas's colour; null if it is transparent. */
  readonly colour: Colour | null;
}

/**
 * Draws row `y` of a picture on an empty canvas. `inside` says how much of each pixel is kept, from 0 to 255; of the
 * rest, only the shadow is drawn, as transparent black.
 */
export function drawRow(
  picture: Levels,
  y: number,
  inside: Uint8Array,
  shadow: Shadow | null,
  target: Target,
): void {
  const { width } = picture;
  for (let x = 0; x < width;) {
    const kept = inside[x] ?? 0;
    let end = x + 1;
    // most pixels are in long runs that are kept or not
    if (kept === 0 || kept === 255) while (end < width && inside[end] === kept) end += 1;
    if (kept === 255) drawKept(picture, y * width + x, end - x, x, target);
    else if (kept > 0 || shadow !== null) {
      for (; x < end; x += 1) blend(picture, y * width + x, kept / 255, shadow, x, target);
    }
    x = end;
  }
}

/** Draws `count` pixels that are kept completely, from position `at` of the picture. */
function drawKept(picture: Levels, at: number, count: number, x: number, target: Target): void {
  const { data, channels } = picture;
  const { data: out, channels: step } = target.canvas;
  const to = target.to + x * step;
  if (channels === 3 && step === 3) {
    out.set(data.subarray(at * 3, (at + count) * 3), to);
    return;
  }
  const most = mostOf(picture);
  for (let n = 0; n < count; n += 1) {
    const from = (at + n) * channels;
    const alpha = channels === 4 ? data[from + 3]! : most;
    if (alpha === most) {
      const into = to + n * step;
      out[into] = data[from]!;
      out[into + 1] = data[from + 1]!;
      out[into + 2] = data[from + 2]!;
      if (step === 4) out[into + 3] = most;
    } else if (alpha > 0) {
      blend(picture, at + n, 1, null, x + n, target);
    }
  }
}

/** Draws one pixel of which the part `kept` is kept, from 0 to 1. */
function blend(
  picture: Levels,
  at: number,
  kept: number,
  shadow: Shadow | null,
  x: number,
  { canvas, to, colour }: Target,
): void {
  const { data, channels } = picture;
  const from = at * channels;
  const most = mostOf(canvas);
  const opacity = channels === 4 ? data[from + 3]! / most : 1;
  const own = kept * opacity;
  const dark = shadow === null ? 0 : shadowAt(shadow, data, from) * (opacity - own);
  const alpha = own + dark;
  if (alpha === 0) return;
  const { data: out, channels: step } = canvas;
  const into = to + x * step;
  if (colour === null) {
    const part = own / alpha;
    out[into] = data[from]! * part + 0.5;
    out[into + 1] = data[from + 1]! * part + 0.5;
    out[into + 2] = data[from + 2]! * part + 0.5;
    out[into + 3] = alpha * most + 0.5;
  } else {
    const rest = 1 - alpha;
    out[into] = data[from]! * own + colour[0] * rest + 0.5;
    out[into + 1] = data[from + 1]! * own + colour[1] * rest + 0.5;
    out[into + 2] = data[from + 2]! * own + colour[2] * rest + 0.5;
  }
}
