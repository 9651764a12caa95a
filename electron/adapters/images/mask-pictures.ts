import { createHash } from 'node:crypto';
import { writeWhole } from '../../base/files.ts';
import { drawingText, type MaskDocument } from '#shared/mask/document.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { KeptAreas } from './kept-areas.ts';
import type { KeptFiles } from './kept-files.ts';
import type { PictureFile } from './pyramids.ts';
import type { Images } from './types.ts';

/** Creates pictures of drawn masks; masks with the same content share one picture. */
export interface MaskPictures {
  /**
   * Returns a small picture of the kept area, white on black, for a list. Problems: those of `KeptAreas.get`.
   */
  area(
    document: MaskDocument,
    signal: AbortSignal,
  ): Promise<Outcome<PictureFile & { readonly bytes: number }>>;
  /**
   * Returns the absolute path of a PNG in the photo's own size, transparent outside the kept area.
   * Problems: mask-empty, mask-full, those of the disk.
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

  /** Writes a document to a file, because the image process reads masks from files. */
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
      return drawing.ok ? keptAreas.get(drawing.value.file, LIST_SIDE, signal) : drawing;
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

/** Length in px of the long side of a picture for a list. */
const LIST_SIDE = 512;
/** Extension that the image process adds to the name of a mask. */
const PNG = '.png';
