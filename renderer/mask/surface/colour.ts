import type { Window } from '#shared/mask/pen.ts';
import { columnsOf, linesOf, type VisibleArea } from './seen.ts';

/** How the overlay shows what is not kept. */
export interface Look {
  /** `tint`: coloured; `dim`: darkened. */
  readonly mode: 'tint' | 'dim';
  /** Tint colour, `#rrggbb`. */
  readonly colour: string;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Length of a dash of the edge line in device px, horizontally plus vertically. */
const DASH = 4;
const LIGHT = rgba(255, 255, 255, 235);
const DARK = rgba(20, 20, 20, 150);
/** The bit that decides whether a value counts as kept. */
const KEPT = 128;

/** Colours of the overlay in the format of `ImageData`. */
export interface Colours {
  /** For each mask value. */
  readonly values: Int32Array;
  /** For the dashes of the edge line. */
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

/** Colours the planes of a view. */
export interface Colourist {
  /**
   * Colours a part of the area: tints or dims what is not kept, and draws a dashed line around everything that is at
   * least half kept. `part`: device px of the pane; the plane covers the window.
   */
  colour(plane: Uint8Array, part: Window, colours: Colours): Pixels;
}

export function colouristOf(seen: VisibleArea): Colourist {
  const { area, window } = seen;
  const columns = columnsOf(seen);
  const lines = linesOf(seen);
  const isSame = seen.scaleX === 1;

  /** Reads the values of one device line of a part, and one more to the right. */
  function lineOf(plane: Uint8Array, { x, width }: Window, down: number): Uint8Array {
    const row = lines[Math.min(down, lines.length - 1)]! * window.width;
    const from = x - area.x;
    const hasMore = from + width < columns.length;
    if (isSame && hasMore) return plane.subarray(row + from, row + from + width + 1);
    const values = new Uint8Array(width + 1);
    const end = hasMore ? width + 1 : width;
    for (let at = 0; at < end; at += 1) values[at] = plane[row + columns[from + at]!]!;
    // no edge line at the end of the pane or the photo
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
        // the dashes stay at the same place of the photo when it moves
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
