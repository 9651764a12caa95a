import type { Window } from '#shared/mask/pen.ts';
import { columnsOf, linesOf, type VisibleArea } from './seen.ts';

/** How what is not kept is told from what is. */
export interface Look {
  /** `tint`: in a colour; `dim`: darker. */
  readonly mode: 'tint' | 'dim';
  /** `#rrggbb`, for a tint. */
  readonly colour: string;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Device px of a dash of the edge line, across and down together. */
const DASH = 4;
const LIGHT = rgba(255, 255, 255, 235);
const DARK = rgba(20, 20, 20, 150);
/** The bit of a value that says whether it counts as kept where it has to be the one or the other. */
const KEPT = 128;

/** What is seen over the photo, each as `ImageData` holds it. */
export interface Colours {
  /** For each value of a mask. */
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
  // nothing at all is seen of what is hidden
  return opacity === 0 ? { values, light: 0, dark: 0 } : { values, light: LIGHT, dark: DARK };
}

/** The bytes in the order of `ImageData`; every system of Chromium has the lowest byte first. */
function rgba(red: number, green: number, blue: number, alpha: number): number {
  return (alpha << 24) | (blue << 16) | (green << 8) | red;
}

/** What is to be seen in a part of a pane, device px, each one as `ImageData` holds it. */
export interface Pixels extends Window {
  readonly data: Int32Array<ArrayBuffer>;
}

/** Makes what is seen of the planes of a view. */
export interface Colourist {
  /**
   * Colours a part of the area: what is not kept, and a dashed line where what is kept by half and more
   * ends. `part`: device px of the pane; the plane: the window's.
   */
  colour(plane: Uint8Array, part: Window, colours: Colours): Pixels;
}

export function colouristOf(seen: VisibleArea): Colourist {
  const { area, window } = seen;
  const columns = columnsOf(seen);
  const lines = linesOf(seen);
  const isSame = seen.scaleX === 1;

  /** The values of a device line of a part, and one more to the right. */
  function lineOf(plane: Uint8Array, { x, width }: Window, down: number): Uint8Array {
    const row = lines[Math.min(down, lines.length - 1)]! * window.width;
    const from = x - area.x;
    const hasMore = from + width < columns.length;
    if (isSame && hasMore) return plane.subarray(row + from, row + from + width + 1);
    const values = new Uint8Array(width + 1);
    const end = hasMore ? width + 1 : width;
    for (let at = 0; at < end; at += 1) values[at] = plane[row + columns[from + at]!]!;
    // no edge where the pane or the photo ends
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
        // dashes stay where they are on the photo when it is moved
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
