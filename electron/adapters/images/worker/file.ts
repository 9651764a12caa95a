import type { FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readerOf, type Read } from '../../../base/formats/bytes.ts';
import { replaceWhole } from '../../../base/files.ts';
import { failure } from '#shared/failure.ts';
import { causeText, success } from '#shared/problem.ts';
import { largestPhoto, openRegular, readRegular, FileRefused } from '../../../base/regular-file.ts';
import type { Outcome } from '#shared/problem.ts';

/** Opens a photo for reading, passes it to `use` and closes it. Never writes to it. */
export async function withPhoto<T>(
  path: string,
  use: (readAt: Read, bytes: number) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let handle: FileHandle | undefined;
  try {
    handle = await openRegular(path, { most: largestPhoto });
    return await use(readerOf(handle), (await handle.stat()).size);
  } catch (error) {
    return fileFailure(path, error);
  } finally {
    await handle?.close();
  }
}

/** Maximum size in bytes of a file that is processed in memory without decoding. */
const largestInMemory = 2_000_000_000;

/** Reads an entire photo, for formats that cannot be read in parts. Throws like `openRegular`. */
export function readWhole(path: string): Promise<Buffer> {
  return readRegular(path, { most: largestInMemory });
}

/**
 * Converts an error that was thrown while reading a photo into a problem; any other error is thrown
 * again.
 */
export function fileFailure(path: string, error: unknown): Outcome<never> {
  if (error instanceof FileRefused) return error.failureAt(path);
  const code = (error as { code?: unknown }).code;
  const name = basename(path);
  if (typeof code !== 'string' || !('syscall' in (error as object))) throw error;
  if (code === 'ENOENT') {
    return failure(
      'file-missing.moved',
      { name },
      {
        about: name,
      },
    );
  }
  return failure('file-unreadable.photo', { name }, { about: name, detail: causeText(error) });
}

/** Writes `bytes` to `target`, completely or not at all; replaces an existing file. */
export async function writeWhole(target: string, bytes: Buffer): Promise<Outcome<null>> {
  try {
    await replaceWhole(target, (handle) => handle.writeFile(bytes), Math.random);
    return success(null);
  } catch (error) {
    return writeFailure(target, error);
  }
}

/** Returns the failure for an error while writing to `target`: disk-full, disk-failing, folder-unwritable. */
export function writeFailure(target: string, error: unknown): Outcome<never> {
  const folder = dirname(target);
  const detail = causeText(error);
  switch ((error as { code?: unknown }).code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return failure('disk-full.folder', { folder }, { about: folder, detail });
    case 'EIO':
      return failure('disk-failing', { name: basename(target), folder }, { about: folder, detail });
    default:
      return failure('folder-unwritable.copy', { folder }, { about: folder, detail });
  }
}
