import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, mkdir, open, readdir, rename, rm, statfs, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, parse } from 'node:path';
import { failure, success, type Failure, type Outcome, type Problem } from '#shared/problem.ts';
import type { Clock } from './clock.ts';
import { largestPhoto, readPieces } from './regular-file.ts';

/** Ends the name of every unfinished file of ours; a hot folder ignores it. */
const unfinished = '.darkslide-part';

/** ms a rename is retried while another program holds the file (F66). */
export const busyPatience = 60_000;

export function isUnfinishedName(name: string): boolean {
  return name.endsWith(unfinished);
}

/**
 * A path beside `target`, so on its device, for a file that is not whole yet. It is another one each
 * time, and the file has to be made exclusively: whoever may write to the folder could have put a link
 * under a name that can be guessed. `kind` is what `removeLeftovers` finds the file by.
 */
export function unfinishedBeside(target: string, random: () => number, kind?: string): string {
  const short = shortName(random);
  return join(dirname(target), `.${kind === undefined ? '' : `${kind}-`}${short}${unfinished}`);
}

/** What SQLite keeps beside an unfinished database. */
const companion = /-(?:wal|shm|journal)$/u;

/** Whether a name is that of an unfinished file of ours, or of what SQLite keeps beside one. */
export function isLeftoverName(name: string): boolean {
  return isUnfinishedName(name.replace(companion, ''));
}

/**
 * Removes the unfinished files of a kind that an interrupted process left in a folder. A folder that
 * cannot be listed keeps them.
 */
export async function removeLeftovers(folder: string, kind: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (name.startsWith(`.${kind}-`) && isLeftoverName(name))
      await removeLeftover(join(folder, name));
  }
}

/**
 * Removes one unfinished file, if it is a regular file of this account: what somebody else put there
 * under such a name stays. Whether it is gone; throws what the disk says.
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

/** Writes the content of a file, or returns why there is none. */
export type WriteFile = (handle: FileHandle) => Promise<Failure | void>;

/**
 * Writes a file whole or not at all: into an unfinished file beside it, fsync, rename over `target`,
 * fsync of the folder. What was at `target` is replaced; for outputs that must never be, see
 * `placeNew`. Disk trouble is a value, and so is what `write` fails with: then the unfinished file is gone.
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

/** `writeWhole` that throws what the disk says. */
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

/** Ten letters and digits. */
function shortName(random: () => number): string {
  return Array.from({ length: 10 }, () => Math.floor(random() * 36).toString(36)).join('');
}

/** Flushes a file's content to the disk. Throws what the disk says, EIO above all (F42). */
export async function syncFile(file: string): Promise<void> {
  // Windows flushes only handles that may write.
  const handle = await open(file, constants.O_RDWR);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What systems answer that cannot flush a folder; there the rename itself is all there is. */
export const folderSyncUnknown = new Set([
  'EINVAL',
  'EPERM',
  'EACCES',
  'EISDIR',
  'ENOTSUP',
  'EBADF',
]);

/** Flushes a folder's names to the disk, where the system can. Throws EIO and the like. */
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

/** What link() answers that no other way to place the file would cure. */
const placingFails = new Set([
  'ENOENT',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EXDEV',
  'EROFS',
  'ENAMETOOLONG',
]);

/**
 * Gives a finished file its name on the same volume, never over another file: a hard link and the
 * removal of the old name; where there are no hard links, an empty placeholder made exclusively and a
 * rename over it. Throws what the disk says; the placeholder is then gone. Where it had both names,
 * because it was interrupted in between or the old one was held, the next call removes the old one.
 */
export async function placeNew(temp: string, target: string): Promise<'placed' | 'exists'> {
  try {
    await link(temp, target);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') {
      if (!(await isSameFile(temp, target))) return 'exists';
    } else if (code === undefined || placingFails.has(code)) throw error;
    else return placeByRename(temp, target);
  }
  await unlink(temp);
  return 'placed';
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([lstat(one, { bigint: true }), lstat(other, { bigint: true })]);
  return a.dev === b.dev && a.ino === b.ino;
}

/** `placeNew` for a file system without hard links. A crash in between leaves an empty `target`. */
export async function placeByRename(temp: string, target: string): Promise<'placed' | 'exists'> {
  try {
    await (await open(target, 'wx')).close();
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'exists';
    throw error;
  }
  try {
    await rename(temp, target);
    return 'placed';
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

export type MoveResult =
  | { readonly kind: 'moved'; readonly file: string }
  /** Nothing was touched: the target is on another volume, and a photo is never copied and deleted. */
  | { readonly kind: 'other-volume' };

/**
 * Moves a file by name only, never over another one: `name-2.jpg`, `name-3.jpg` … when the name is
 * taken. The folder of `target` must be there. Retries while another program holds the file.
 */
export async function moveOnSameVolume(
  from: string,
  target: string,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Outcome<MoveResult>> {
  const { dir, name, ext } = parse(target);
  try {
    for (let n = 1; ; n += 1) {
      const file = n === 1 ? target : join(dir, `${name}-${n}${ext}`);
      if ((await whileBusy(clock, () => placeNew(from, file), signal)) === 'placed') {
        await syncFolder(dir);
        await syncFolder(dirname(from));
        return success({ kind: 'moved', file });
      }
    }
  } catch (error) {
    if (errorCode(error) === 'EXDEV') return success({ kind: 'other-volume' });
    return failure(diskProblem(error, from));
  }
}

/** What a virus scanner or a viewer that holds the file makes the system answer. */
const busy = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Repeats `action` while another program holds the file, up to `busyPatience` or the abort; then, and
 * on everything else, throws what the action threw.
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
 * SHA-256 of a regular file's content in lower-case hex, read in pieces. Throws what `openRegular` does.
 */
export async function sha256File(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await readPieces(file, { most: largestPhoto, signal }, (piece) => hash.update(piece));
  return hash.digest('hex');
}

/**
 * Copies a regular file into a new one in a folder of our own, which is made. The SHA-256 of what was
 * copied in lower-case hex: whatever becomes of `from` meanwhile, the copy is that content. Throws what
 * `openRegular` does, and what the disk says of the copy.
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

/** Bytes that are free for us on the volume of `folder`. Throws when the folder is not there. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The code of a failed system call, undefined for anything else that was thrown. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * A failed system call on `path` as a problem a person can act on. Anything else that was thrown is a
 * bug and is thrown again.
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
      return failure(
        'disk-failing',
        `The disk reports an error at "${name}" in "${folder}". Check the disk before you continue.`,
        { about: folder, detail },
      ).problem;
    case 'ENOENT':
    case 'ENOTDIR':
      return failure('folder-missing', `The folder "${folder}" does not exist.`, {
        about: folder,
        detail,
      }).problem;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'EBUSY':
      return failure(
        'folder-unwritable',
        `"${name}" in "${folder}" cannot be written. Check that the folder is writable and that no other program is using the file.`,
        { about: `${folder}/${name}`, detail },
      ).problem;
    default:
      return failure(
        'folder-unreachable',
        `"${name}" in "${folder}" cannot be reached right now.`,
        { about: `${folder}/${name}`, detail },
      ).problem;
  }
}

/** The problem of a disk without room for the file at `path`. */
export function fullDisk(path: string, detail: string): Problem {
  const folder = basename(dirname(path));
  const message = `The disk with the folder "${folder}" is full. Make room there; nothing was lost.`;
  return { code: 'disk-full', message, about: folder, detail };
}
