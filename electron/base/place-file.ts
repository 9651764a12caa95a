import type { BigIntStats } from 'node:fs';
import { link, lstat, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Clock } from './clock.ts';
import { diskProblem, errorCode, syncFolder, whileBusy } from './files.ts';

/** Error codes of link() after which other methods of placing the file would also fail. */
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
 * Renames a finished file to `target` on the same volume, without ever replacing an existing file.
 * Creates a hard link and removes the old name. Where hard links are not supported, creates an
 * empty placeholder exclusively and renames the file over it. Throws file system errors after
 * removing the placeholder. If the file keeps both names, because of an interruption or because
 * another program uses the old name, the next call removes the old name.
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
  return areOneFile(a, b);
}

/**
 * Returns whether the stats of two names show that both are hard links to one file. Where that is uncertain, because
 * some network file systems report the same inode number for all files, returns false.
 */
export function areOneFile(a: LinkStats, b: LinkStats): boolean {
  const isSame = (['dev', 'ino', 'size', 'mtimeNs'] as const).every((name) => a[name] === b[name]);
  return isSame && a.ino !== 0n && a.nlink > 1n && b.nlink > 1n;
}

type LinkStats = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeNs' | 'nlink'>;

/**
 * Places a file like `placeNew` on a file system without hard links. A crash during the call leaves
 * an empty `target`.
 */
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
  /**
   * The target is on another volume. The file stays where it is, because photos are never moved by
   * copying.
   */
  | { readonly kind: 'other-volume' };

/**
 * Moves a file only by renaming it, and never over another file. If the name is taken, uses
 * `name-2.jpg`, `name-3.jpg` and so on. The folder of `target` must exist. Tries again while
 * another program uses the file.
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
