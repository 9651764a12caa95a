import { isAbsolute } from 'node:path';
import { stat } from 'node:fs/promises';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';
import { checkOutputFolder, type OutputFolder } from '../../adapters/delivery/output-folder.ts';
import { checkApartFromData } from '../../adapters/ledger/data-folder.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { CheckWithin } from '../../adapters/settings/within.ts';

/** Where the photos of a hot folder come from and where its results go. */
export type Paths = Pick<HotFolder, 'path' | 'outFolder' | 'after' | 'subFolders'>;

/**
 * Whether a hot folder can be watched beside the others: it is there, its results do not come back as
 * photos, and no other hot folder takes its photos away (F69). Changes nothing. Problems:
 * path-relative, folder-missing, folder-in-data, folder-own-output, folder-in-folder, each with the field `path` or `outFolder`.
 */
export async function checkPaths(
  folder: Paths,
  others: readonly HotFolder[],
  dataFolder: string,
): Promise<Outcome<void>> {
  for (const field of ['path', 'outFolder'] as const) {
    if (isUsable(folder[field])) continue;
    const message = `"${shorten(folder[field])}" is not the whole path of a folder. Choose the folder, or write its path from the very beginning.`;
    return failure('path-relative', message, { about: shorten(folder[field]), parameter: field });
  }
  try {
    if (!(await stat(folder.path)).isDirectory()) return missing(folder.path, 'is no folder');
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return missing(folder.path, 'is not there or cannot be opened');
  }
  const apart = await checkApartFromData(folder.path, dataFolder);
  if (!apart.ok) return apart;
  const isUnder = await lies(folder.outFolder, folder.path);
  if (isUnder || (await lies(folder.path, folder.outFolder))) {
    const message = `${isUnder ? 'The output folder lies inside its drop folder' : 'The drop folder lies inside its output folder'}, so results would come back as photos. Choose folders side by side.`;
    return failure('folder-own-output', message, {
      about: shorten(folder.outFolder),
      parameter: 'outFolder',
    });
  }
  const twin = sharingProblem(folder, others);
  if (twin !== null) return at('path', twin);
  for (const other of others) {
    const problem = await nestingProblem(folder, other);
    if (problem !== null) return at('path', problem);
  }
  return loopProblem(folder, others);
}

/** The same, and its results can be written: the output folder is made where it is missing. */
export async function checkFolder(
  within: CheckWithin,
  folder: Paths,
  others: readonly HotFolder[],
  dataFolder: string,
): Promise<Outcome<OutputFolder>> {
  const paths = await checkPaths(folder, others, dataFolder);
  if (!paths.ok) return paths;
  const output = await checkOutputFolder(within, folder.outFolder, folder.path);
  return output.ok ? output : at('outFolder', output.problem);
}

/** Two recipes may share a folder only while neither takes the photo away from the other. */
export function sharingProblem(
  { path, after }: Pick<Paths, 'path' | 'after'>,
  others: readonly HotFolder[],
): Problem | null {
  const sharing = others.filter((other) => other.path === path);
  if (sharing.every((other) => other.after === 'leave' && after === 'leave')) return null;
  return failure(
    'folder-in-folder',
    `The folder ${path} is watched with another recipe already. Two recipes can share a folder only if both leave the photos where they are.`,
    { about: path },
  ).problem;
}

async function nestingProblem(folder: Paths, other: HotFolder): Promise<Problem | null> {
  if (other.path === folder.path) return null;
  const reaches = async (outer: Paths, inner: Paths) =>
    outer.subFolders !== 'ignore' && (await lies(inner.path, outer.path));
  if (!(await reaches(folder, other)) && !(await reaches(other, folder))) return null;
  return failure(
    'folder-in-folder',
    `One of the drop folders "${shorten(folder.path)}" and "${shorten(other.path)}" lies inside the other, so both would take the same photos. Choose folders side by side, or ignore the sub-folders of the outer one.`,
    { about: shorten(other.path) },
  ).problem;
}

/** Results that go to another hot folder are photos there; they may never come round. */
async function loopProblem(folder: Paths, others: readonly HotFolder[]): Promise<Outcome<void>> {
  const reached = new Set<HotFolder>();
  const next: Paths[] = [folder];
  for (let from = next.pop(); from !== undefined; from = next.pop()) {
    if (from !== folder && (await lies(from.outFolder, folder.path))) {
      const message = `The results of "${shorten(folder.path)}" would come back to it through other drop folders, and each round would be bought. Choose another output folder.`;
      return failure('folder-own-output', message, {
        about: shorten(folder.outFolder),
        parameter: 'outFolder',
      });
    }
    for (const other of others) {
      if (reached.has(other) || !(await lies(from.outFolder, other.path))) continue;
      reached.add(other);
      next.push(other);
    }
  }
  return success(undefined);
}

/** `isInside`, where what cannot be looked at is nowhere. */
async function lies(child: string, parent: string): Promise<boolean> {
  try {
    return await isInside(child, parent);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

/** A null byte is no path to any system, and would throw. */
function isUsable(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0');
}

function missing(path: string, what: string): Outcome<never> {
  return failure(
    'folder-missing',
    `The drop folder ${shorten(path)} ${what}. Check its name and that its disk is connected.`,
    { about: shorten(path), parameter: 'path' },
  );
}

function at(parameter: string, problem: Problem): Outcome<never> {
  return { ok: false, problem: { ...problem, parameter } };
}

/** A pasted text may be a book. */
function shorten(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
