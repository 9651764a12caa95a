import { isAbsolute, relative, resolve, sep } from 'node:path';
import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { below, isInside } from '../../base/paths.ts';

/** Folders that stations share: the name that all stations use, and the absolute path on this station. */
export type Roots = Readonly<Record<string, string>>;

/** A file or folder in a shared root, in the form that all stations use. */
export interface SharedPlace {
  readonly root: string;
  /** Path relative to the root, with forward slashes; '' for the root itself. */
  readonly path: string;
}

const nameSchema = v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u));

/** Schema of the roots in the station's file. */
export const rootsSchema = v.record(
  nameSchema,
  v.pipe(v.string(), v.minLength(1), v.maxLength(4000), v.check(isAbsolute)),
);

/** Schema of a place that another station has written. */
export const sharedPlaceSchema = v.strictObject({
  root: nameSchema,
  path: v.pipe(v.string(), v.maxLength(4000)),
});

/** Returns whether a shared root may have this name: letters, digits, dots, dashes and underscores. */
export function isRootName(name: string): boolean {
  return v.is(nameSchema, name);
}

/**
 * Returns the name that all stations use for a file or folder, relative to the innermost root; null outside all
 * roots.
 */
export function sharedPlace(roots: Roots, absolutePath: string): SharedPlace | null {
  let found: SharedPlace | null = null;
  let longest = -1;
  for (const [root, folder] of Object.entries(roots)) {
    const whole = resolve(folder);
    const path = relative(whole, resolve(absolutePath));
    const isOutside = path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
    if (isOutside || whole.length <= longest) continue;
    found = { root, path: path.split(sep).join('/') };
    longest = whole.length;
  }
  return found;
}

/** Returns the absolute path on this station; null for an unknown root, or a path that could lead out of its root. */
export function localPlace(roots: Roots, { root, path }: SharedPlace): string | null {
  const folder = Object.hasOwn(roots, root) ? roots[root] : undefined;
  if (folder === undefined) return null;
  const isInside = path === '' || path.split('/').every(isPlainSegment);
  return isInside ? below(resolve(folder), path) : null;
}

/**
 * Returns the absolute path of a place that another station has written. Links are followed, so that no link on the
 * shared disk leads this station to other files of its computer. Problems: shared-root-missing for an unknown root, or a
 * path that leads out of its root.
 */
export async function reachPlace(roots: Roots, place: SharedPlace): Promise<Outcome<string>> {
  const { root, path } = place;
  const local = localPlace(roots, place);
  if (local === null) return failure('shared-root-missing', { name: path, root }, { about: root });
  return (await isInRoots(roots, local))
    ? success(local)
    : failure('shared-root-missing.link', { name: path, root }, { about: root });
}

/** Returns whether a path is below a shared root, even through links. The file need not exist. */
export async function isInRoots(roots: Roots, absolutePath: string): Promise<boolean> {
  const place = sharedPlace(roots, absolutePath);
  const folder = place === null ? undefined : roots[place.root];
  // a path whose links cannot be read is not used
  return folder !== undefined && (await isInside(absolutePath, folder).catch(() => false));
}

function isPlainSegment(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..' || segment.includes('\0')) return false;
  // on Windows, paths with these characters can lead to other folders, drives or streams
  return sep === '/' || !/[\\:]/u.test(segment);
}
