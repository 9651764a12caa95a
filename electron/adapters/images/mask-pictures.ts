import { createHash } from 'node:crypto';
import { writeWhole } from '../../base/files.ts';
import { drawingText, type MaskDocument } from '#shared/mask/document.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { KeptAreas } from './kept-areas.ts';
import type { KeptFiles } from './kept-files.ts';
import type { PictureFile } from './pyramids.ts';
import type { Images } from './types.ts';

/** Masks as they are drawn, as pictures: made once for what they hold, while that is the same. */
export interface MaskPictures {
  /** What is kept in white on black, small, for a list. Problems: those of `KeptAreas.get`. */
  area(
    document: MaskDocument,
    signal: AbortSignal,
  ): Promise<Outcome<PictureFile & { readonly bytes: number }>>;
  /**
   * The absolute path of a PNG of the photo's own size, transparent where nothing is kept. Problems:
   * mask-invalid (it keeps nothing or all), those of the disk.
   */
  png(document: MaskDocument, name: string, signal: AbortSignal): Promise<Outcome<string>>;
}

export function createMaskPictures(parts: {
  readonly images: Pick<Images, 'mask'>;
  readonly keptAreas: KeptAreas;
  readonly files: KeptFiles;
  readonly random: () => number;
}): MaskPictures {
  const { images, keptAreas, files, random } = parts;
  const atOnce = new Semaphore(1);

  /** The image process reads a mask from a file. */
  const written = async (document: MaskDocument, signal: AbortSignal) => {
    const text = drawingText(document);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const file = await files.get(
      `${sha256}-drawing.json`,
      atOnce,
      (target) => writeWhole(target, (handle) => handle.writeFile(text), random),
      signal,
    );
    return file.ok ? success({ file: file.value, sha256 }) : file;
  };

  return {
    async area(document, signal) {
      const drawing = await written(document, signal);
      return drawing.ok ? keptAreas.get(drawing.value.file, LIST, signal) : drawing;
    },
    async png(document, name, signal) {
      const drawing = await written(document, signal);
      if (!drawing.ok) return drawing;
      const { file, sha256 } = drawing.value;
      const { width, height } = document;
      const size = { width, height, photoWidth: width, photoHeight: height };
      return files.get(
        `${sha256}-mask${PNG}`,
        atOnce,
        (target, stop) =>
          images.mask({ source: file, name, target: target.slice(0, -PNG.length), ...size }, stop),
        signal,
      );
    },
  };
}

/** px of the long side, for a list. */
const LIST = 512;
/** What an image process puts behind the name of a mask. */
const PNG = '.png';
