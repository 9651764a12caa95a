import { mostOf, type Colour, type Levels } from './levels.ts';

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
 * rest, only the shadow is drawn, as transparent black of `darkness`, from 0 to 255.
 */
export function drawRow(
  picture: Levels,
  y: number,
  inside: Float32Array,
  darkness: Float32Array,
  target: Target,
): void {
  const { width } = picture;
  const row: Row = { first: y * width, inside, darkness };
  for (let x = 0; x < width;) {
    const kept = inside[x]!;
    let end = x + 1;
    if (kept === 255) {
      // most pixels are in long runs
      while (end < width && inside[end] === 255) end += 1;
      drawKept(picture, row, x, end, target);
    } else if (kept > 0 || darkness[x]! > 0) {
      blend(picture, row, x, target);
    }
    x = end;
  }
}

/** A row of a picture. */
interface Row {
  /** Position of its first pixel. */
  readonly first: number;
  readonly inside: Float32Array;
  readonly darkness: Float32Array;
}

/** Draws the pixels of a row from `start` to before `end`, which are kept completely. */
function drawKept(picture: Levels, row: Row, start: number, end: number, target: Target): void {
  const { data, channels } = picture;
  const { data: out, channels: step } = target.canvas;
  if (channels === 3 && step === 3) {
    const { first } = row;
    out.set(data.subarray((first + start) * 3, (first + end) * 3), target.to + start * 3);
    return;
  }
  const most = mostOf(picture);
  for (let x = start; x < end; x += 1) {
    const from = (row.first + x) * channels;
    const alpha = channels === 4 ? data[from + 3]! : most;
    if (alpha === most) {
      const into = target.to + x * step;
      out[into] = data[from]!;
      out[into + 1] = data[from + 1]!;
      out[into + 2] = data[from + 2]!;
      if (step === 4) out[into + 3] = most;
    } else if (alpha > 0) {
      blend(picture, row, x, target);
    }
  }
}

/** Draws one pixel, of which a part is kept, on a shadow. */
function blend(
  picture: Levels,
  { first, inside, darkness }: Row,
  x: number,
  { canvas, to, colour }: Target,
): void {
  const { data, channels } = picture;
  const from = (first + x) * channels;
  const most = mostOf(canvas);
  const opacity = channels === 4 ? data[from + 3]! / most : 1;
  const own = (inside[x]! / 255) * opacity;
  const dark = (darkness[x]! / 255) * (opacity - own);
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
