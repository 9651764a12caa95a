import { failure } from '#shared/failure.ts';
import { access, constants, mkdir, open, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { diskProblem, errorCode, removeLeftovers, unfinishedBeside } from '#electron/base/files.ts';
import { isInside } from '#electron/base/paths.ts';
import { success, type Failure } from '#shared/problem.ts';
import type { Outcome } from '#shared/problem.ts';
import { unwritableFolder } from '../../base/unwritable-folder.ts';

/** Prefix of the files that test a folder. */
const TEST_PREFIX = 'try';

/**
 * Checks whether files can be written to `out`, an absolute path: creates the folder if it is
 * missing, writes a test file, and checks that the folder is neither `hotFolder` nor inside it,
 * even through links (F69). Problems: folder-own-output, folder-unwritable, disk-full,
 * disk-failing.
 */
export function tryOutputFolder(out: string, hotFolder: string | null): Promise<Outcome<void>> {
  return judge(out, hotFolder, async () => {
    await mkdir(out, { recursive: true });
    await tryOut(out);
    return success();
  });
}

/**
 * Checks a folder as `tryOutputFolder` does, but does not create it: if a disk is not mounted, its mount point is
 * missing or empty, and results must not fill the local disk instead. Problems: those of `tryOutputFolder`,
 * folder-unreachable if the folder is missing.
 */
export function tryStoredOutputFolder(
  out: string,
  hotFolder: string | null,
): Promise<Outcome<void>> {
  return judge(out, hotFolder, async () => {
    if (await isMissing(out)) {
      const folder = basename(out);
      return failure('folder-unreachable.waiting', { folder }, { about: folder });
    }
    await tryOut(out);
    return success();
  });
}

/**
 * Checks a folder as `tryOutputFolder` does, without changing anything on disk; for a missing folder, it is
 * enough that the folder can be created.
 */
export function foreseeOutputFolder(out: string, hotFolder: string | null): Promise<Outcome<void>> {
  return judge(out, hotFolder, async () => {
    let there = out;
    while ((await isMissing(there)) && there !== dirname(there)) there = dirname(there);
    // the path of a file used as a folder fails like a folder without write permission
    await access(join(there, '.'), constants.W_OK | constants.X_OK);
    return success();
  });
}

async function judge(
  out: string,
  hotFolder: string | null,
  use: () => Promise<Outcome<void>>,
): Promise<Outcome<void>> {
  try {
    if (hotFolder !== null && (await isInside(out, hotFolder))) return isOwnOutput(out);
    return await use();
  } catch (error) {
    const problem = diskProblem(error, out);
    if (problem.code === 'disk-full' || problem.code === 'disk-failing') return failure(problem);
    return unwritableFolder(out, errorCode(error) ?? '');
  }
}

/** Returns the failure for results that would be written to the hot folder they come from. */
function isOwnOutput(out: string): Failure {
  const folder = basename(out);
  return failure('folder-own-output', { folder }, { about: folder });
}

/**
 * Creates and removes a file, because permissions alone are not reliable on network shares. Other
 * programs may also write to the folder, so the file's name is random and no existing file is
 * opened.
 */
async function tryOut(folder: string): Promise<void> {
  const file = unfinishedBeside(join(folder, 'x'), Math.random, TEST_PREFIX);
  await (await open(file, 'wx')).close();
  await unlink(file);
  await removeLeftovers(folder, TEST_PREFIX);
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}
