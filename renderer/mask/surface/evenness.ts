import type { MaskDocument } from '#shared/mask/document.ts';
import { rasterise } from '#shared/mask/raster.ts';

/** Checks whether all px of a mask at full size have the same value. A smaller picture could miss single px. */
export interface Evenness {
  /**
   * Continues the check until the result is certain or `isEnough` returns true. Returns null while the result is
   * uncertain.
   */
  look(isEnough: () => boolean): boolean | null;
}

/** Number of lines that are checked together. */
const BAND = 64;

/** @param value Expected value of each px, 0 to 255. */
export function createEvenness(document: MaskDocument, value: number): Evenness {
  const { width, height } = document;
  let line = 0;
  return {
    look(isEnough) {
      while (line < height) {
        const band = { x: 0, y: line, width, height: Math.min(BAND, height - line) };
        const plane = rasterise(document, document, band);
        for (let at = 0; at < plane.length; at += 1) if (plane[at] !== value) return false;
        line += BAND;
        if (line < height && isEnough()) return null;
      }
      return true;
    },
  };
}
