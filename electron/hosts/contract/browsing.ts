import { homedir } from 'node:os';
import { basename, join, parse, relative, sep } from 'node:path';
import { isInside, realPath } from '../../base/paths.ts';
import type { Access } from '../../app/access.ts';

/** The folders that a page without system dialogs may list and let the user choose. */
export interface Browsing {
  /** Absolute paths of the folders in which browsing starts; the first is the home folder. */
  readonly roots: readonly string[];
  mayEnter(path: string): Promise<boolean>;
}

/** Hidden system folders and folders of other users, by their path in the home folder or on a drive. */
const systemFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['library'],
  win32: [
    'appdata',
    'program files',
    'program files (x86)',
    'programdata',
    'system volume information',
    'users',
    'windows',
  ],
};

/**
 * Allows the home folder and the drives of this computer, without hidden and system folders; if the administrator
 * allows only certain folders, allows those instead.
 */
export function browsingOf(policy: Pick<NonNullable<Access['policy']>, 'within'> | null): Browsing {
  return browsingIn(policy?.within ?? [homedir(), ...drives()]);
}

/** Allows these folders without the hidden and system folders in them; follows links. */
export function browsingIn(roots: readonly string[]): Browsing {
  const barred = systemFolders[process.platform] ?? [];
  const isOpen = async (path: string, root: string): Promise<boolean> => {
    if (!(await isInside(path, root))) return false;
    const below = relative(await realPath(root), await realPath(path));
    const [first = '', ...more] = below.split(sep);
    return (
      !barred.includes(first.toLowerCase()) && ![first, ...more].some((name) => /^[.$]/u.test(name))
    );
  };
  return {
    roots,
    async mayEnter(path) {
      for (const root of roots) {
        // A folder that cannot be read is not allowed.
        if (await isOpen(path, root).catch(() => false)) return true;
      }
      return false;
    },
  };
}

/** Returns the folders in which the system shows attached drives. */
function drives(): readonly string[] {
  const { platform } = process;
  if (platform === 'darwin') return ['/Volumes'];
  if (platform === 'win32') {
    const home = parse(homedir()).root;
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
    return [home, ...letters.map((letter) => `${letter}:\\`).filter((drive) => drive !== home)];
  }
  const user = basename(homedir());
  return [join('/media', user), join('/run/media', user), '/mnt'];
}
