import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { isDataFolder } from '../../adapters/ledger/data-folder.ts';
import type { FileLook } from '../../adapters/ledger/sightings.ts';
import { lookOf } from './look.ts';
import { inNaturalOrder, isJunk, isJunkFolder } from './names.ts';

export type ScanEntry =
  | {
      readonly kind: 'file';
      /** Absolute path. */
      readonly path: string;
      /**
       * Path relative to the scanned folder, with forward slashes and the names as the file system
       * returns them (F61).
       */
      readonly relative: string;
      readonly look: FileLook;
    }
  | { readonly kind: 'problem'; readonly relative: string; readonly problem: Problem };

/**
 * Lists all files below a folder in natural order, one at a time, and holds only the names in the
 * folders on the current path in memory (F84). Leaves out junk and Darkslide's data folders. Does
 * not follow symbolic links below the folder: files inside the folder are found anyway, and files
 * outside it are ignored (F60). `isLeftOut` leaves out a sub-folder by its path below `root`,
 * `isOutput` by its location. Ends early on abort. Folders that cannot be read are listed as
 * problems; if `root` itself cannot be read, that is the only entry.
 */
export async function* scan(
  root: string,
  isLeftOut: (relative: string) => boolean,
  signal?: AbortSignal,
  isOutput: (folder: string) => Promise<boolean> = () => Promise.resolve(false),
): AsyncGenerator<ScanEntry> {
  yield* scanFolder(root, '', { isLeftOut, isOutput }, signal);
}

interface LeftOut {
  readonly isLeftOut: (relative: string) => boolean;
  readonly isOutput: (folder: string) => Promise<boolean>;
}

async function* scanFolder(
  folder: string,
  prefix: string,
  leftOut: LeftOut,
  signal: AbortSignal | undefined,
): AsyncGenerator<ScanEntry> {
  const names = await namesIn(folder);
  if (!names.ok) {
    yield { kind: 'problem', relative: prefix, problem: names.problem };
    return;
  }
  if (await isDataFolder(folder, new Set(names.value))) return;
  for (const name of names.value) {
    if (signal?.aborted === true) return;
    const path = join(folder, name);
    const relative = prefix === '' ? name : `${prefix}/${name}`;
    const found = await identify(path);
    if (found === 'unnameable') {
      yield { kind: 'problem', relative, problem: unnameable(relative) };
    } else if (found === 'folder') {
      if (isJunkFolder(name) || leftOut.isLeftOut(relative)) continue;
      if (!(await leftOut.isOutput(path))) yield* scanFolder(path, relative, leftOut, signal);
    } else if (found !== null && !isJunk(name)) {
      yield { kind: 'file', path, relative, look: found };
    }
  }
}

async function namesIn(folder: string): Promise<Outcome<string[]>> {
  try {
    return success((await readdir(folder)).sort(inNaturalOrder));
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    const detail = causeText(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? failure('folder-missing', { folder }, { detail })
      : failure('folder-unreadable', { folder }, { detail });
  }
}

async function identify(path: string): Promise<FileLook | 'folder' | 'unnameable' | null> {
  try {
    const stats = await lstat(path, { bigint: true });
    if (stats.isDirectory()) return 'folder';
    return stats.isFile() ? lookOf(stats) : null;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    // Node writes U+FFFD for bytes that are not UTF-8, and then no file can be opened under that
    // name.
    return path.includes('\uFFFD') ? 'unnameable' : null;
  }
}

function unnameable(relative: string): Problem {
  return failure('file-name-unreadable', { relative }, { about: relative }).problem;
}
