import type { FinishPreset } from '#shared/finish/preset.ts';
import type { Size } from '#shared/pictures.ts';
import type { Box } from './placement.ts';

/** What a pixel of a cut-out shows: only the canvas, only the picture, or a mix that may include the shadow. */
export type Content = 0 | 1 | 2;
export const CANVAS = 0;
export const PICTURE = 1;
const MIX = 2;

/** Columns beside each other that show the same, from `start` to before `end`. */
export interface Columns {
  readonly start: number;
  readonly end: number;
  readonly content: Content;
}

/** Which pixels of a photo belong to its subject, and the shadow around it, as small grey pictures. */
export class CutOut implements Size {
  readonly width: number;
  readonly height: number;
  /** How much of each pixel is kept, from 0 to 255. */
  readonly cover: Uint8Array;
  /**
   * How much light the shadow takes from each pixel, from 0 to 255; null if the area around the subject can't
   * be replaced, or needs no replacement.
   */
  readonly shadow: Uint8Array | null;
  /** Known columns of each row. */
  readonly #columns: (readonly Columns[] | undefined)[] = [];
  #bare: CutOut | null = null;

  constructor({ width, height }: Size, cover: Uint8Array, shadow: Uint8Array | null) {
    this.width = width;
    this.height = height;
    this.cover = cover;
    this.shadow = shadow;
  }

  /**
   * Returns the cut-out with or without its shadow; null if the whole picture is drawn, because its shadow cannot be
   * separated from the surroundings.
   */
  with(shadow: FinishPreset['shadow']): CutOut | null {
    if (shadow === 'keep') return this.shadow === null ? null : this;
    this.#bare ??= this.shadow === null ? this : new CutOut(this, this.cover, null);
    return this.#bare;
  }

  /** The area in px that contains everything that is shown. */
  get box(): Box {
    const { width, height } = this;
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let y = 0; y < height; y += 1) {
      for (const { start, end, content } of this.columns(y)) {
        if (content === CANVAS) continue;
        left = Math.min(left, start);
        right = Math.max(right, Math.min(width, end + 1));
        top = Math.min(top, y);
        bottom = Math.max(bottom, Math.min(height, y + 2));
      }
    }
    return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  }

  /** Returns what is shown between the pixels of row `y` and those of the next row. */
  columns(y: number): readonly Columns[] {
    return (this.#columns[y] ??= this.#columnsBelow(y));
  }

  #columnsBelow(y: number): Columns[] {
    const { width, height, cover, shadow } = this;
    const [upper, lower] = [y * width, Math.min(height - 1, y + 1) * width];
    const found: Columns[] = [];
    let start = 0;
    let content = betweenColumns(cover, shadow, upper, lower, 0, width);
    for (let x = 1; x < width; x += 1) {
      const own = betweenColumns(cover, shadow, upper, lower, x, width);
      if (own === content) continue;
      found.push({ start, end: x, content });
      [start, content] = [x, own];
    }
    found.push({ start, end: width, content });
    return found;
  }
}

/** Returns what is shown between column `x` and the next one, and between two rows. */
function betweenColumns(
  cover: Uint8Array,
  shadow: Uint8Array | null,
  upper: number,
  lower: number,
  x: number,
  width: number,
): Content {
  const next = Math.min(width - 1, x + 1);
  const value = cover[upper + x]!;
  const isEven =
    cover[upper + next] === value && cover[lower + x] === value && cover[lower + next] === value;
  if (!isEven) return MIX;
  if (value === 255) return PICTURE;
  if (value > 0) return MIX;
  const isLight =
    shadow === null ||
    (shadow[upper + x]! | shadow[upper + next]! | shadow[lower + x]! | shadow[lower + next]!) === 0;
  return isLight ? CANVAS : MIX;
}
