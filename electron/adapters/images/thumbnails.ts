import type { Outcome } from '#shared/problem.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { KeptFiles } from './kept-files.ts';
import type { Images } from './types.ts';

export interface ThumbnailRequest {
  /** Absolute path of the picture, which is only read. */
  readonly source: string;
  /** SHA-256 of the picture's content, in lower case. */
  readonly sha256: string;
  /** Length of the long side in px. */
  readonly size: number;
}

/** Small copies of pictures, created once per content and size. */
export interface Thumbnails {
  /**
   * Returns the path of a thumbnail, a JPEG. Problems: those of `Images.thumbnail` and of
   * `KeptFiles.get`.
   */
  get(request: ThumbnailRequest, signal: AbortSignal): Promise<Outcome<string>>;
}

/**
 * Maximum number of thumbnails created at the same time, because the image processes also have to
 * prepare photos.
 */
const AT_ONCE = 2;

export function createThumbnails(parts: {
  readonly images: Pick<Images, 'thumbnail'>;
  readonly files: KeptFiles;
}): Thumbnails {
  const { images, files } = parts;
  const atOnce = new Semaphore(AT_ONCE);
  return {
    get: ({ source, sha256, size }, signal) =>
      files.get(
        `${sha256}-${size}.jpg`,
        atOnce,
        (target, stop) => images.thumbnail({ source, target, size }, stop),
        signal,
      ),
  };
}
