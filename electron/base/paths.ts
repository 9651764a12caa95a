import { realpathSync, statSync } from 'node:fs';
import { readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { errorCode } from './files.ts';

/**
 * Checks whether `child` is `parent` or is inside it, even through symbolic links and regardless of
 * case and Unicode normal form. Existing folders are compared by their identity on disk, the rest
 * of the path by name. Neither path has to exist.
 */
export async function isInside(child: string, parent: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([realBeginning(child), realBeginning(parent)]);
  const [missing, wanted] = [segments(inner.missing), segments(outer.missing)];
  if (wanted.length === 0) return isBelow(inner.real, outer.real);
  // The parent does not exist yet, so the child can only be inside if both paths start in the same
  // existing folder.
  if (!(await sameFolder(inner.real, outer.real))) return false;
  return wanted.every((segment, at) => folded(segment) === folded(missing[at] ?? ''));
}

/** Returns the path with the links in its existing part resolved. Throws file system errors. */
export async function realPath(path: string): Promise<string> {
  const { real, missing } = await realBeginning(path);
  return join(real, missing);
}

/** Returns the existing part of a path, with its links resolved, and the rest. */
export async function realBeginning(path: string): Promise<{ real: string; missing: string }> {
  const whole = resolve(path);
  for (let there = whole; ; there = dirname(there)) {
    try {
      return { real: await realpath(there), missing: relative(there, whole) };
    } catch (error) {
      const code = errorCode(error);
      const isGone = code === 'ENOENT' || code === 'ENOTDIR';
      if (!isGone || there === dirname(there)) throw error;
    }
    // Creating a file through a dangling link creates the target of the link.
    const pointed = await readlink(there).catch(() => null);
    if (pointed !== null) {
      return realBeginning(resolve(dirname(there), pointed, relative(there, whole)));
    }
  }
}

async function isBelow(child: string, parent: string): Promise<boolean> {
  for (let at = child; ; at = dirname(at)) {
    if (await sameFolder(at, parent)) return true;
    if (at === dirname(at)) return false;
  }
}

/**
 * Checks whether `child`, a path without links, is inside the folder `parent`. Resolves links in
 * the path of `parent`, and ignores case. Returns false if `parent` does not exist. Throws file
 * system errors.
 */
export function liesBelow(child: string, parent: string): boolean {
  const wanted = statSync(parent, { bigint: true, throwIfNoEntry: false });
  if (wanted === undefined) return false;
  const root = realpathSync(parent);
  for (let at = dirname(child); ; at = dirname(at)) {
    const { ino, dev } = statSync(at, { bigint: true });
    if (at === root || (ino !== 0n && ino === wanted.ino && dev === wanted.dev)) return true;
    if (at === dirname(at)) return false;
  }
}

async function sameFolder(a: string, b: string): Promise<boolean> {
  if (a === b) return true;
  const [first, second] = await Promise.all([stat(a, { bigint: true }), stat(b, { bigint: true })]);
  // Some network file systems have no inode numbers, so only the paths can be compared.
  return first.ino !== 0n && first.ino === second.ino && first.dev === second.dev;
}

function segments(path: string): string[] {
  return path === '' ? [] : path.split(sep);
}

/** Returns a path, or a part of one, in a form in which paths that may name the same file are equal. */
export function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Returns the absolute path for `path`, which is relative to `root` and has forward slashes. */
export function below(root: string, path: string): string {
  return path === '' ? root : join(root, ...path.split('/'));
}
