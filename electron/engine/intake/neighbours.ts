import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import { errorCode } from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';

/** The paths of a hot folder and its results, all absolute. */
type Paths = Pick<HotFolderSettings, 'path' | 'outFolder' | 'after' | 'subFolders'>;

/**
 * Checks that the results of a hot folder do not return to it as photos, and that no other hot folder
 * moves its photos away (F69). Problems: folder-own-output, folder-in-folder, each with the parameter
 * `path` or `outFolder`.
 */
export async function checkNeighbours(
  folder: Paths,
  others: readonly HotFolder[],
): Promise<Outcome<void>> {
  const isUnder = await lies(folder.outFolder, folder.path);
  if (isUnder || (await lies(folder.path, folder.outFolder))) {
    const of = { about: folder.outFolder, parameter: 'outFolder' };
    return failure(isUnder ? 'folder-own-output.inside' : 'folder-own-output.around', {}, of);
  }
  if (takesAway(folder, others)) {
    return failure(
      'folder-in-folder.shared',
      { folder: folder.path },
      { about: folder.path, parameter: 'path' },
    );
  }
  for (const other of others) {
    const nested = await nesting(folder, other);
    if (nested === null) continue;
    return failure(
      nested,
      { folder: folder.path, other: other.path },
      { about: other.path, parameter: 'path' },
    );
  }
  return (await loops(folder, others))
    ? failure(
        'folder-own-output.loop',
        { folder: folder.path },
        { about: folder.outFolder, parameter: 'outFolder' },
      )
    : success();
}

/**
 * Returns whether several recipes share a folder and one of them would move photos before the others have read them.
 */
function takesAway({ path, after }: Paths, others: readonly HotFolder[]): boolean {
  const sharing = others.filter((other) => other.path === path);
  return sharing.some((other) => other.after !== 'leave' || after !== 'leave');
}

/**
 * Returns why two hot folders would process the same photos; null if they do not. Two paths to one folder are one
 * reason, because its photos would be handled as photos of two folders.
 */
async function nesting(
  folder: Paths,
  other: HotFolder,
): Promise<'folder-in-folder.inside' | 'folder-in-folder.spelling' | null> {
  if (other.path === folder.path) return null;
  const isAround = await lies(other.path, folder.path);
  const isUnder = await lies(folder.path, other.path);
  if (isAround && isUnder) return 'folder-in-folder.spelling';
  const reaches =
    (isAround && folder.subFolders !== 'ignore') || (isUnder && other.subFolders !== 'ignore');
  return reaches ? 'folder-in-folder.inside' : null;
}

/** Returns whether results would return to their own hot folder through other hot folders. */
async function loops(folder: Paths, others: readonly HotFolder[]): Promise<boolean> {
  const reached = new Set<HotFolder>();
  const next: Paths[] = [folder];
  for (let from = next.pop(); from !== undefined; from = next.pop()) {
    if (from !== folder && (await lies(from.outFolder, folder.path))) return true;
    for (const other of others) {
      if (reached.has(other) || !(await lies(from.outFolder, other.path))) continue;
      reached.add(other);
      next.push(other);
    }
  }
  return false;
}

/** Calls `isInside`; a path that cannot be read is considered outside. */
async function lies(child: string, parent: string): Promise<boolean> {
  try {
    return await isInside(child, parent);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
