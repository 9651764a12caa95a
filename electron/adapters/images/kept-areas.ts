import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { success, type Outcome } from '#shared/problem.ts';
import { sha256File } from '../../base/files.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { KeptFiles } from './kept-files.ts';
import type { PictureFile } from './pyramids.ts';
import type { Images } from './types.ts';

/** Creates pictures that show which area a mask keeps. */
export interface KeptAreas {
  /**
   * Returns a picture of the area that the mask at this absolute path keeps, white on black, created once
   * per content. A drawn mask has a long side of at most `longSide` px. Problems: those of
   * `Images.keptArea`, of `KeptFiles.get` and of the disk.
   */
  get(
    mask: string,
    longSide: number,
    signal: AbortSignal,
  ): Promise<Outcome<PictureFile & { readonly bytes: number }>>;
}

export function createKeptAreas(parts: {
  readonly images: Pick<Images, 'keptArea'>;
  readonly files: KeptFiles;
}): KeptAreas {
  const { images, files } = parts;
  const atOnce = new Semaphore(1);
  return {
    async get(mask, longSide, signal) {
      const content = `kept area of ${await sha256File(mask, signal)} at ${longSide}`;
      const sha256 = createHash('sha256').update(content).digest('hex');
      const made = await files.get(
        `${sha256}-kept.png`,
        atOnce,
        (target, stop) => images.keptArea({ source: mask, target, longSide }, stop),
        signal,
      );
      if (!made.ok) return made;
      return success({ source: made.value, sha256, bytes: (await stat(made.value)).size });
    },
  };
}
