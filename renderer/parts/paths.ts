/** Functions for absolute Windows and POSIX paths as text, because a screen has no access to the disk. */
interface NamedFolder {
  readonly name: string;
  readonly path: string;
}

/** Returns the folders of an absolute path, from its root to the path itself. */
export function foldersAbove(path: string): NamedFolder[] {
  const root = rootOf(path);
  const separator = separatorOf(path);
  const found: NamedFolder[] = root === '' ? [] : [{ name: root, path: root }];
  let below = root;
  for (const name of namesOf(path)) {
    below += `${below === '' || below.endsWith(separator) ? '' : separator}${name}`;
    found.push({ name, path: below });
  }
  return found;
}

/** Returns the last name of a path; for a root, the whole path. */
export function lastName(path: string): string {
  return namesOf(path).at(-1) ?? path;
}

/** Checks whether a path starts with a root: `/`, `C:\` or `\\server`. */
export function isAbsolute(path: string): boolean {
  return rootOf(path) !== '';
}

/** Checks whether `inner` is `outer` or is inside it, ignoring upper and lower case. */
export function liesIn(inner: string, outer: string): boolean {
  const [a, b] = [inner, outer].map((path) =>
    [rootOf(path).replaceAll('/', '\\'), ...namesOf(path)].map((name) =>
      name.normalize('NFC').toLowerCase(),
    ),
  );
  return b !== undefined && b.every((name, at) => a?.[at] === name);
}

/** Returns the path of a sibling of `path`, named by `nameOf`; null for a root. */
export function beside(path: string, nameOf: (name: string) => string): string | null {
  const above = foldersAbove(path);
  const self = above.at(-1);
  const parent = above.at(-2);
  if (self === undefined || parent === undefined) return null;
  const separator = separatorOf(path);
  const start = parent.path.endsWith(separator) ? parent.path : `${parent.path}${separator}`;
  return `${start}${nameOf(self.name)}`;
}

/** Returns the last `count` names of a path, for a line that has no space for the whole path. */
export function pathEnd(path: string, count: number): { names: string[]; isCut: boolean } {
  const names = namesOf(path);
  return { names: names.slice(-count), isCut: names.length > count };
}

function rootOf(path: string): string {
  return /^(?:[a-z]:[\\/]|\\\\|\/)/i.exec(path)?.[0] ?? '';
}

function separatorOf(path: string): '\\' | '/' {
  return /^(?:[a-z]:|\\\\)/i.test(path) ? '\\' : '/';
}

function namesOf(path: string): string[] {
  const rest = path.slice(rootOf(path).length);
  return rest.split(separatorOf(path) === '\\' ? /[\\/]/ : '/').filter((name) => name !== '');
}
