import { lstat, stat } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import { basename } from 'node:path';
import { failure, type Problem } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { FileRefused, largestPhoto, refusalProblem } from '../../base/regular-file.ts';
import type { FileLook } from '../../adapters/ledger/sightings.ts';

/** What a file looks like from outside: enough to tell whether it is still the same one. */
export function lookOf(stats: BigIntStats): FileLook {
  return {
    bytes: Number(stats.size),
    mtimeMs: Number(stats.mtimeNs / 1_000_000n),
    inode: String(stats.ino),
  };
}

export function sameLook(a: FileLook, b: FileLook): boolean {
  return a.bytes === b.bytes && a.mtimeMs === b.mtimeMs && a.inode === b.inode;
}

/**
 * The look of a regular file a person named; a symbolic link is followed. Throws what the disk says, or
 * a `FileRefused`.
 */
export async function lookAt(path: string): Promise<FileLook> {
  const stats = await stat(path, { bigint: true });
  if (!stats.isFile()) throw new FileRefused('NOT_REGULAR', { most: largestPhoto });
  return lookOf(stats);
}

/** The look of a file in a folder, null for anything else under that name and for nothing. */
export async function lookInFolder(path: string): Promise<FileLook | null> {
  try {
    const stats = await lstat(path, { bigint: true });
    return stats.isFile() ? lookOf(stats) : null;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}

/**
 * Why `path` cannot be read, in words for the photographer. Bugs are thrown again. Problems:
 * file-missing, file-unreadable, file-not-regular, file-too-large.
 */
export function readProblem(error: unknown, path: string): Problem {
  const refusal = refusalProblem(error, path);
  if (refusal !== null) return refusal;
  const code = errorCode(error);
  if (code === undefined) throw error;
  const name = basename(path);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return failure('file-missing', `"${name}" is not there. Check its name and where it lies.`, {
      about: name,
    }).problem;
  }
  return failure(
    'file-unreadable',
    `"${name}" cannot be read. Check that you may read it and that no other program holds it.`,
    { about: name, detail: `${code} on ${name}` },
  ).problem;
}
