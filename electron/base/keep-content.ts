import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { safeSegment } from '#shared/safe-name.ts';
import { diskProblem, syncFile, syncFolder, unfinishedBeside } from './files.ts';
import { placeNew } from './place-file.ts';

/**
 * Maximum length of a name in bytes of UTF-8. Lower than the limit of file systems, because longer
 * names of results are derived from this name.
 */
const LONGEST_NAME = 200;

/** A file that is passed as a stream. */
export interface NamedContent {
  readonly name: string;
  readonly content: Readable;
}

/** The stored copy. */
export interface KeptContent {
  /** Absolute path of the copy. */
  readonly file: string;
  /** False if the same content was already stored under the same name. */
  readonly isNew: boolean;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Returns the name under which a file is stored. */
export function keptName(name: string, otherwise: string): string {
  return safeSegment(name, LONGEST_NAME) || otherwise;
}

/**
 * Stores a whole file or nothing, in its own folder below `folder`. That folder's name is the first
 * `letters` characters of the content's hash, so files keep their own names and identical content
 * is stored once. Problems: disk-full, folder-unwritable and similar, file-incomplete (the stream
 * ended early).
 */
export async function keepContent(
  folder: string,
  letters: number,
  { name, content }: NamedContent,
  signal: AbortSignal,
): Promise<Outcome<KeptContent>> {
  const part = unfinishedBeside(join(folder, 'part'), Math.random);
  try {
    await mkdir(folder, { recursive: true });
    const hash = createHash('sha256');
    let bytes = 0;
    content.on('data', (piece: Buffer) => {
      hash.update(piece);
      bytes += piece.length;
    });
    await pipeline(content, createWriteStream(part, { flags: 'wx' }), { signal });
    await syncFile(part);
    const sha256 = hash.digest('hex');
    const own = join(folder, sha256.slice(0, letters));
    const file = join(own, name);
    await mkdir(own, { recursive: true });
    const isNew = (await isThere(file)) ? false : (await placeNew(part, file)) === 'placed';
    await syncFolder(own);
    return success({ file, isNew, name, sha256, bytes });
  } catch (error) {
    if (signal.aborted || content.errored !== null) {
      return failure(
        'file-incomplete.added',
        { name },
        {
          about: name,
        },
      );
    }
    return failure(diskProblem(error, join(folder, name)));
  } finally {
    await rm(part, { force: true });
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
