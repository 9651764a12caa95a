import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, statfs, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { failure, problemOf } from '#shared/failure.ts';
import { success, type Failure, type Outcome, type Problem } from '#shared/problem.ts';
import type { Clock } from './clock.ts';
import { largestPhoto, readPieces } from './regular-file.ts';

/** Extension of Darkslide's unfinished files; hot folders ignore them. */
const unfinished = '.darkslide-part';

/** Time in ms for which a rename is tried again while another program uses the file (F66). */
export const busyPatience = 60_000;

export function isUnfinishedName(name: string): boolean {
  return name.endsWith(unfinished);
}

/**
 * Returns a path for an unfinished file in the folder of `target`, and therefore on the same
 * volume. The name is random, and the caller must create the file exclusively, because anyone with
 * write access to the folder could have placed a link under a predictable name. `removeLeftovers`
 * finds the file by its `kind`.
 */
export function unfinishedBeside(target: string, random: () => number, kind?: string): string {
  const short = shortName(random);
  return join(dirname(target), `.${kind === undefined ? '' : `${kind}-`}${short}${unfinished}`);
}

/** Suffixes of the files that SQLite creates next to a database, and of a profile next to a file of Finish. */
const companion = /(?:-(?:wal|shm|journal)|\.icc)$/u;

/**
 * Checks whether a name is that of one of Darkslide's unfinished files, or of a file that was created next to an
 * unfinished file and is named after it.
 */
export function isLeftoverName(name: string): boolean {
  return isUnfinishedName(name.replace(companion, ''));
}

/**
 * Removes the unfinished files of the given kind that an interrupted process left in `folder`. Does
 * nothing if the folder cannot be listed.
 *
 * @param isOld decides from the part of a file's name after its kind whether the file is left over;
 * by default, all files are
 */
export async function removeLeftovers(
  folder: string,
  kind: string,
  isOld: (rest: string) => boolean = () => true,
): Promise<void> {
  const beginning = `.${kind}-`;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(beginning) || !isLeftoverName(name)) continue;
    if (isOld(name.slice(beginning.length))) await removeLeftover(join(folder, name));
  }
}

/**
 * Removes an unfinished file if it is a regular file owned by the current user; files of other users are kept.
 * Returns whether it is gone. Throws file system errors.
 */
export async function removeLeftover(file: string): Promise<boolean> {
  try {
    const facts = await lstat(file);
    const isOurs = process.getuid === undefined || facts.uid === process.getuid();
    if (!facts.isFile() || !isOurs) return false;
    await unlink(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

/** Writes the content of a file, or returns the reason that there is no content. */
export type WriteFile = (handle: FileHandle) => Promise<Failure | void>;

/**
 * Writes a whole file or nothing: writes an unfinished file in the same folder, flushes it, renames
 * it over `target` and flushes the folder. Replaces an existing `target`; for outputs that must
 * never be replaced, see `placeNew`. Returns disk errors and failures of `write` as a value, after
 * removing the unfinished file.
 */
export async function writeWhole(
  target: string,
  write: WriteFile,
  random: () => number,
): Promise<Outcome<void>> {
  try {
    return await replaceWhole(target, write, random);
  } catch (error) {
    return failure(diskProblem(error, target));
  }
}

/** Writes a whole file or nothing, like `writeWhole`, but throws file system errors. */
export async function replaceWhole(
  target: string,
  write: WriteFile,
  random: () => number,
): Promise<Outcome<void>> {
  const temp = unfinishedBeside(target, random);
  const discard = () => rm(temp, { force: true }).catch(() => undefined);
  try {
    const refused = await writeSynced(temp, write);
    if (refused !== undefined) {
      await discard();
      return refused;
    }
    await rename(temp, target);
  } catch (error) {
    await discard();
    throw error;
  }
  await syncFolder(dirname(target));
  return success();
}

async function writeSynced(temp: string, write: WriteFile): Promise<Failure | undefined> {
  await using handle = await open(temp, 'wx');
  const refused = (await write(handle)) ?? undefined;
  if (refused === undefined) await handle.sync();
  return refused;
}

function shortName(random: () => number): string {
  return Array.from({ length: 10 }, () => Math.floor(random() * 36).toString(36)).join('');
}

/** Flushes a file's content to the disk. Throws file system errors, most importantly EIO (F42). */
export async function syncFile(file: string): Promise<void> {
  // Windows only flushes handles that are open for writing
  const handle = await open(file, constants.O_RDWR);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Error codes of systems that cannot flush a folder. On these systems, the rename is not flushed.
 */
export const folderSyncUnknown = new Set([
  'EINVAL',
  'EPERM',
  'EACCES',
  'EISDIR',
  'ENOTSUP',
  'EBADF',
]);

/** Flushes a folder's entries to the disk, if the system supports it. Throws file system errors such as EIO. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!folderSyncUnknown.has(errorCode(error) ?? '')) throw error;
  }
}

/**
 * Error codes that occur while another program, such as a virus scanner or a viewer, uses the file.
 */
const busy = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Repeats `action` while another program uses the file, for at most `busyPatience` or until
 * `signal` is aborted. Then throws the last error of `action`. Throws any other error immediately.
 */
export async function whileBusy<T>(
  clock: Clock,
  action: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = clock.mono() + busyPatience;
  for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
    try {
      return await action();
    } catch (error) {
      const left = deadline - clock.mono();
      if (!busy.has(errorCode(error) ?? '') || left <= 0 || signal?.aborted === true) throw error;
      await clock.sleep(Math.min(wait, left), signal);
    }
  }
}

/**
 * Returns the SHA-256 of a regular file in lower-case hex. Reads the file in pieces. Throws as `openRegular`
 * does.
 */
export async function sha256File(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await readPieces(file, { most: largestPhoto, signal }, (piece) => hash.update(piece));
  return hash.digest('hex');
}

/**
 * Copies a regular file to a new file in one of Darkslide's own folders, which is created if
 * missing. Returns the SHA-256 of the bytes written, in lower-case hex; it matches the copy even if
 * `from` changes in the meantime. Throws as `openRegular` does, and file system errors for the
 * copy.
 */
export async function copyRegular(from: string, to: string, signal?: AbortSignal): Promise<string> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const handle = await open(to, 'wx', 0o600);
  try {
    await readPieces(from, { most: largestPhoto, signal }, (piece) => {
      hash.update(piece);
      return handle.appendFile(piece);
    });
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/**
 * Returns the number of bytes available to this user on the volume of `folder`. Throws when the folder does not
 * exist.
 */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Returns the code of a failed system call, or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Converts the error of a failed system call on `path` into a problem that the user can act on. Any
 * other error is a bug and is thrown again.
 */
export function diskProblem(error: unknown, path: string): Problem {
  const code = errorCode(error);
  if (code === undefined) throw error;
  const name = basename(path);
  const folder = basename(dirname(path));
  const detail = `${code} on ${name}`;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return fullDisk(path, detail);
    case 'EIO':
      return failure('disk-failing', { name, folder }, { about: folder, detail }).problem;
    case 'ENOENT':
    case 'ENOTDIR':
      return failure(
        'folder-missing.quoted',
        { folder },
        {
          about: folder,
          detail,
        },
      ).problem;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'EBUSY':
      return failure(
        'folder-unwritable.file',
        { name, folder },
        { about: `${folder}/${name}`, detail },
      ).problem;
    default:
      return failure(
        'folder-unreachable.file',
        { name, folder },
        { about: `${folder}/${name}`, detail },
      ).problem;
  }
}

/** Returns the problem to report when the disk has no room for the file at `path`. */
export function fullDisk(path: string, detail: string): Problem {
  const folder = basename(dirname(path));
  return problemOf('disk-full', { folder }, { about: folder, detail });
}

/** Returns whether a name is in use, even if only by a broken link. Throws file system errors. */
export async function isTaken(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
