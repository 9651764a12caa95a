import type { Window } from '#shared/mask/pen.ts';
import { columnsOf, linesOf, type Seen } from './seen.ts';

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
/** From here a value counts as kept where it has to be the one or the other. */
const KEPT = 128;

/** What is seen over the photo for each value of a mask, as `ImageData` holds it. */
export function coloursOf({ mode, colour, opacity }: Look): Uint32Array {
  const value = mode === 'dim' ? 0 : Number.parseInt(colour.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255];
  return Uint32Array.from({ length: 256 }, (_, kept) =>
    rgba(red, green, blue, Math.round((255 - kept) * opacity)),
  );
}

/** The bytes in the order of `ImageData`; every system of Chromium has the lowest byte first. */
function rgba(red: number, green: number, blue: number, alpha: number): number {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** What is to be seen in a part of a pane, device px, each one as `ImageData` holds it. */
export interface Pixels extends Window {
  readonly data: Uint32Array<ArrayBuffer>;
}

/** Makes what is seen of the planes of a view. */
export interface Colourist {
  /**
   * Colours a part of the area: what is not kept, and a dashed line where what is kept by half and more
   * ends. `part`: device px of the pane; the plane: the window's.
   */
  colour(plane: Uint8Array, part: Window, colours: Uint32Array): Pixels;
}

export function colouristOf(seen: Seen): Colourist {
  const columns = columnsOf(seen);
  const lines = linesOf(seen);
  const { area, window } = seen;
  return {
    colour(plane, part, colours) {
      const into = new Uint32Array(part.width * part.height);
      const across = columns.subarray(part.x - area.x, part.x - area.x + part.width + 1);
      const right = (at: number) => across[Math.min(at + 1, across.length - 1)]!;
      let to = 0;
      for (let line = 0; line < part.height; line += 1) {
        const down = part.y - area.y + line;
        const row = lines[down]! * window.width;
        const below = lines[Math.min(down + 1, lines.length - 1)]! * window.width;
        // dashes stay where they are on the photo when it is moved
        const dash = part.x - seen.left + part.y - seen.top + line;
        for (let at = 0; at < part.width; at += 1) {
          const column = across[at]!;
          const value = plane[row + column]!;
          const isKept = value >= KEPT;
          const isEdge =
            plane[below + column]! >= KEPT !== isKept || plane[row + right(at)]! >= KEPT !== isKept;
          into[to] = isEdge ? ((dash + at) & DASH ? DARK : LIGHT) : colours[value]!;
          to += 1;
        }
      }
      return { ...part, data: into };
    },
  };
}
