import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { writeWhole } from '#electron/base/files.ts';
import { FileRefused, largestPhoto, readPieces, readRegular } from '#electron/base/regular-file.ts';

/**
 * Returns the paths of an unfinished download and of the note needed to resume it. The names stay the
 * same, so that Darkslide finds the files after a restart; the folder is inside the data folder, where no
 * other program writes.
 */
export function partPaths(file: string): { readonly part: string; readonly note: string } {
  return { part: `${file}.part`, note: `${file}.part.json` };
}

/** Maximum size of a note in bytes; a validator is a short text. */
const LONGEST_NOTE = 100_000;
/** Windows has no `O_NOFOLLOW` and no `O_NONBLOCK`. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
const appending = constants.O_WRONLY | constants.O_APPEND | O_NOFOLLOW | O_NONBLOCK;

/**
 * The bytes already downloaded, and the validator that proves to the server that they belong to the same
 * file.
 */
export interface Begun {
  readonly bytes: number;
  readonly validator: string;
}

/** Returns what an earlier attempt left behind, or null if that attempt cannot be resumed. */
export async function begunPart(file: string): Promise<Begun | null> {
  const { part, note } = partPaths(file);
  try {
    const validator: unknown = JSON.parse(
      (await readRegular(note, { most: LONGEST_NOTE, noLink: true })).toString('utf8'),
    );
    const facts = await lstat(part);
    const size = facts.isFile() ? facts.size : 0;
    return typeof validator === 'string' && size > 0 ? { bytes: size, validator } : null;
  } catch {
    return null;
  }
}

export async function removePart(file: string): Promise<void> {
  const { part, note } = partPaths(file);
  await rm(part, { force: true });
  await rm(note, { force: true });
}

/** An unfinished download, open for its next bytes. */
export interface Part {
  readonly handle: FileHandle;
  /** Hash of the content so far. */
  readonly hash: Hash;
}

/**
 * Opens the unfinished download at `from` bytes; 0 starts from the beginning. With a `validator`, a later
 * attempt may resume it. Throws file system errors.
 */
export async function openPart(
  file: string,
  from: number,
  validator: string | null,
  random: () => number,
): Promise<Part> {
  const { part, note } = partPaths(file);
  const hash = createHash('sha256');
  if (from === 0) {
    await rm(note, { force: true });
  } else {
    let bytes = 0;
    await readPieces(part, { most: largestPhoto, noLink: true }, (piece) => {
      hash.update(piece.subarray(0, from - bytes));
      bytes += piece.length;
    });
  }
  if (from === 0) await rm(part, { force: true });
  const handle = await open(part, from === 0 ? 'wx' : appending);
  try {
    if (!(await handle.stat()).isFile()) throw new FileRefused('NOT_REGULAR', { most: 0 });
    // the note is only written after the file has been emptied or its content verified
    if (validator !== null) {
      const text = JSON.stringify(validator);
      const noted = await writeWhole(note, (each) => each.writeFile(text), random);
      if (!noted.ok) await rm(note, { force: true });
    }
    return { handle, hash };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
