import type { MaskDocument } from '#shared/mask/document.ts';
import { rasterise } from '#shared/mask/raster.ts';

/** Whether each px of a mask has the same value: what a small picture of it cannot tell for certain. */
export interface Evenness {
  /** Goes on to look until it is known or `isEnough`; null where it is not known yet. */
  look(isEnough: () => boolean): boolean | null;
}

/** Lines that are looked at together. */
const BAND = 64;

/** @param value that each px has to have, 0 to 255 */
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
