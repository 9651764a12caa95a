import { isAbsolute, posix, win32 } from 'node:path';
import type { Problem } from '#shared/problem.ts';
import { sharedPlace, type Roots } from '../../../adapters/shared-studio/roots.ts';

/** Words in quotes, in which the messages of the system name paths. */
const QUOTED = /(['"“„])([^'"“”„]+)(['"“”])/gu;

/**
 * Returns a problem of this station for other stations: absolute paths are replaced by the path below a shared folder,
 * such as `shoots/monday/a.jpg`, or outside of these folders by the name of the file.
 */
export function withoutPaths(problem: Problem, roots: Roots): Problem {
  const paths = stringsIn([problem.about, problem.values]).filter(isPath);
  // a path may begin with another one
  const longestFirst = paths.toSorted((a, b) => b.length - a.length);
  const shorten = (text: string) =>
    longestFirst
      .reduce((rest, path) => rest.replaceAll(path, () => placeOf(path, roots)), text)
      .replaceAll(QUOTED, (all, open: string, quoted: string, close: string) =>
        isPath(quoted) ? `${open}${placeOf(quoted, roots)}${close}` : all,
      );
  return mapped(problem, shorten) as Problem;
}

function isPath(text: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\])[^\s/\\]/iu.test(text) || text.startsWith('\\\\');
}

function placeOf(path: string, roots: Roots): string {
  const place = isAbsolute(path) ? sharedPlace(roots, path) : null;
  if (place !== null) return posix.join(place.root, place.path);
  return path.includes('\\') ? win32.basename(path) : posix.basename(path);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapped(one, change)]),
  );
}
