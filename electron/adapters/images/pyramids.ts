import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as v from 'valibot';
import { hasTile, type Size, type Tile } from '#shared/pictures.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { writeWhole } from '../../base/files.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { KeptFiles } from './kept-files.ts';
import { findTile, type FilePart } from './tile-file.ts';
import type { Images } from './types.ts';

export interface PictureFile {
  /** Absolute path of the picture, which is only read. */
  readonly source: string;
  /** SHA-256 of the picture's content, in lower case. */
  readonly sha256: string;
}

/** Provides large pictures as tiles. A picture's size and tiles are determined once per content. */
export interface Pyramids {
  /** Returns the upright size in px. Problems: those of `Images.probe` and of `KeptFiles.get`. */
  size(picture: PictureFile, signal: AbortSignal): Promise<Outcome<Size>>;
  /**
   * Returns the location of a tile, a JPEG within a file. The first request creates all tiles of the picture,
   * which takes a few seconds. Problems: picture-unknown for a tile that the picture does not have,
   * preview-unreadable, those of `Images.pyramid` and of `KeptFiles.get`.
   */
  tile(
    picture: PictureFile,
    tile: Tile,
    signal: AbortSignal,
  ): Promise<Outcome<FilePart & { readonly file: string }>>;
}

/**
 * Maximum number of pictures tiled at the same time, so that other image processes stay free to
 * prepare photos.
 */
const AT_ONCE = 1;
/** Number of sizes read at the same time; reading one takes milliseconds. */
const SIZES_AT_ONCE = 4;
/**
 * Maximum attempts: a cached file that is in an older format, or was truncated by a power failure, is
 * recreated once.
 */
const TRIES = 2;

const pixels = v.pipe(v.number(), v.integer(), v.minValue(1));
const sizeText = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({ width: pixels, height: pixels }),
);

export function createPyramids(parts: {
  readonly images: Pick<Images, 'probe' | 'pyramid'>;
  readonly files: KeptFiles;
}): Pyramids {
  const { images, files } = parts;
  const atOnce = new Semaphore(AT_ONCE);
  const sizes = new Semaphore(SIZES_AT_ONCE);

  const keepSize = async (source: string, target: string, stop: AbortSignal) => {
    const probed = await images.probe(source, stop);
    if (!probed.ok) return probed;
    const { width, height } = probed.value;
    const text = JSON.stringify({ width, height });
    return writeWhole(target, (handle) => handle.writeFile(text), Math.random);
  };

  const size: Pyramids['size'] = async ({ source, sha256 }, signal) => {
    const name = `${sha256}-size.json`;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const kept = await files.get(
        name,
        sizes,
        (target, stop) => keepSize(source, target, stop),
        signal,
      );
      if (!kept.ok) return kept;
      const read = v.safeParse(sizeText, await readFile(kept.value, 'utf8').catch(() => ''));
      if (read.success) return success(read.output);
      await files.forget(name);
    }
    return unreadable(source);
  };

  return {
    size,
    async tile(picture, tile, signal) {
      const { source, sha256 } = picture;
      const known = await size(picture, signal);
      if (!known.ok) return known;
      if (!hasTile(known.value, tile)) {
        return failure('picture-unknown.tile');
      }
      const name = `${sha256}-tiles`;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const kept = await files.get(
          name,
          atOnce,
          (target, stop) => images.pyramid({ source, target }, stop),
          signal,
        );
        if (!kept.ok) return kept;
        const part = await findTile(kept.value, known.value, tile);
        if (part !== null) return success({ file: kept.value, ...part });
        await files.forget(name);
      }
      return unreadable(source);
    },
  };
}

function unreadable(source: string): Outcome<never> {
  const about = basename(source);
  return failure('preview-unreadable', { name: about }, { about });
}
