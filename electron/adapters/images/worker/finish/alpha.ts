import type { Levels } from './levels.ts';
import { filled, outlineOf, type Outline } from './outline.ts';
import { runsOf } from './parts.ts';

/** The subject of a picture with alpha. */
interface CutOutSubject {
  readonly outline: Outline;
  /** 0 for pixels of a shadow, otherwise 1; null if there is no shadow. */
  readonly kept: Uint8Array | null;
}

/** Minimum alpha of a visible pixel, and of a pixel that is not a shadow. */
const visible = 16;
const opaque = 200;
/** Highest level of a half-transparent pixel that counts as a shadow. */
const darkLevel = 80;
/** Width in px of the edge of a dark subject, whose pixels are half transparent like those of a shadow. */
const edge = 2;

/** Checks whether a picture has pixels that cannot be seen. */
export function isCutOut({ data, channels }: Levels): boolean {
  if (channels !== 4) return false;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < visible) return true;
  return false;
}

/** Returns the subject of a cut-out of 8 bits, without its shadow; null if nothing can be seen. */
export function subjectOfCutOut({ data, width, height }: Levels): CutOutSubject | null {
  const solid = new Uint8Array(width * height);
  const dark = new Uint8Array(width * height);
  for (let at = 0; at < solid.length; at += 1) {
    const alpha = data[at * 4 + 3]!;
    if (alpha < visible) continue;
    const lightest = Math.max(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!);
    (alpha >= opaque || lightest >= darkLevel ? solid : dark)[at] = 1;
  }
  const inside = filled(solid, width, height);
  const outline = outlineOf(inside, width, height);
  if (outline === null) return null;
  return { outline, kept: keptOf(dark, inside, width) };
}

/** Returns which pixels are no shadow. A shadow continues beyond the edge of the subject. */
function keptOf(dark: Uint8Array, inside: Uint8Array, width: number): Uint8Array | null {
  const beside = grown(inside, width, edge);
  const beyond = dark.map((one, at) => (beside[at] === 0 ? one : 0));
  if (!beyond.includes(1)) return null;
  const shadow = grown(beyond, width, edge);
  return shadow.map((one, at) => (one === 1 && dark[at] === 1 && inside[at] === 0 ? 0 : 1));
}

/** Returns the marked pixels together with all pixels up to `by` px across and down from them. */
function grown(marked: Uint8Array, width: number, by: number): Uint8Array {
  const all = new Uint8Array(marked.length);
  for (const { start, end } of runsOf(marked, width)) {
    const row = start - (start % width);
    for (let down = -by; down <= by; down += 1) {
      const [first, last] = [row + down * width, row + (down + 1) * width];
      if (first < 0 || last > all.length) continue;
      all.fill(
        1,
        Math.max(first, start - by + down * width),
        Math.min(last, end + by + down * width),
      );
    }
  }
  return all;
}
