import type { Window } from '#shared/mask/pen.ts';
import { columnsOf, linesOf, type VisibleArea } from './seen.ts';

/** How the overlay shows the areas that are not kept. */
export interface Look {
  /** `tint` colours the areas; `dim` darkens them. */
  readonly mode: 'tint' | 'dim';
  /** Tint colour, `#rrggbb`. */
  readonly colour: string;
  /** Opacity, from 0 to 1. */
  readonly opacity: number;
}

/** Length in device px of a dash in the edge line, measured as horizontal plus vertical distance. */
const DASH = 4;
const LIGHT = rgba(255, 255, 255, 235);
const DARK = rgba(20, 20, 20, 150);
/** This bit of a mask value is set if the value counts as kept. */
const KEPT = 128;

/** Colours of the overlay in the format of `ImageData`. */
export interface Colours {
  /** Colour for each mask value, 0 to 255. */
  readonly values: Int32Array;
  /** Colours of the dashes in the edge line. */
  readonly light: number;
  readonly dark: number;
}

export function coloursOf({ mode, colour, opacity }: Look): Colours {
  const value = mode === 'dim' ? 0 : Number.parseInt(colour.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
  const values = Int32Array.from({ length: 256 }, (_, kept) =>
    rgba(red, green, blue, Math.round((255 - kept) * opacity)),
  );
  // an invisible overlay has no edge line either
  return opacity === 0 ? { values, light: 0, dark: 0 } : { values, light: LIGHT, dark: DARK };
}

/** Packs a colour in the byte order of `ImageData`; every system that runs Chromium is little-endian. */
function rgba(red: number, green: number, blue: number, alpha: number): number {
  return (alpha << 24) | (blue << 16) | (green << 8) | red;
}

/** A part of a pane in device px, with its pixels in the format of `ImageData`. */
export interface Pixels extends Window {
  readonly data: Int32Array<ArrayBuffer>;
}

/** Converts the mask values of a view to colours. */
export interface Colourist {
  /**
   * Colours a part of the visible area: tints or dims the pixels that are not kept, and draws a dashed line around
   * everything that is at least half kept. `part` is in device px of the pane; `plane` holds the mask values of the
   * visible area's window.
   */
  colour(plane: Uint8Array, part: Window, colours: Colours): Pixels;
}

export function colouristOf(seen: VisibleArea): Colourist {
  const { area, window } = seen;
  const columns = columnsOf(seen);
  const lines = linesOf(seen);
  const isSame = seen.scaleX === 1;

  /** Reads the mask values for one line of device px in a part, and one more value at the right end. */
  function lineOf(plane: Uint8Array, { x, width }: Window, down: number): Uint8Array {
    const row = lines[Math.min(down, lines.length - 1)]! * window.width;
    const from = x - area.x;
    const hasMore = from + width < columns.length;
    if (isSame && hasMore) return plane.subarray(row + from, row + from + width + 1);
    const values = new Uint8Array(width + 1);
    const end = hasMore ? width + 1 : width;
    for (let at = 0; at < end; at += 1) values[at] = plane[row + columns[from + at]!]!;
    // repeats the last value, because the border of the pane or the photo is not an edge of the mask
    if (!hasMore) values[width] = values[width - 1]!;
    return values;
  }

  return {
    colour(plane, part, { values: colours, light, dark }) {
      const { x, y, width, height } = part;
      const into = new Int32Array(width * height);
      let values = lineOf(plane, part, y - area.y);
      for (let line = 0; line < height; line += 1) {
        const below = lineOf(plane, part, y - area.y + line + 1);
        // the dashes move together with the photo
        const dash = x - seen.left + y - seen.top + line;
        const to = line * width;
        for (let at = 0; at < width; at += 1) {
          const value = values[at]!;
          const isEdge = ((value ^ values[at + 1]!) | (value ^ below[at]!)) & KEPT;
          into[to + at] =
            isEdge === 0 ? colours[value]! : ((dash + at) & DASH) === 0 ? light : dark;
        }
        values = below;
      }
      return { x, y, width, height, data: into };
    },
  };
}
