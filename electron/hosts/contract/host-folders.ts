import { opendir, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { FolderListing } from '#shared/views/host.ts';
import { errorCode } from '../../base/files.ts';
import type { Browsing } from './browsing.ts';

type Place = FolderListing['places'][number];

/** Maximum number of entries that are read in a folder. */
const MOST = 20_000;
const pictures = new Set(
  '.jpg .jpeg .png .webp .tif .tiff .avif .heic .heif .psd .dng .cr2 .cr3 .nef .arw .raf .orf .rw2'.split(
    ' ',
  ),
);

/**
 * Lists the allowed folders in the folder at `path`, sorted by name. If `path` is null, lists those in the first
 * folder of `browsing.roots`. Only for a host whose page has no system dialogs. Problems: path-relative,
 * folder-missing, folder-unreadable.
 */
export async function listFolders(
  path: string | null,
  browsing: Browsing,
  signal: AbortSignal,
): Promise<Outcome<FolderListing>> {
  if (path !== null && (!isAbsolute(path) || path.includes('\0'))) {
    return failure(
      'path-relative.folder',
      {},
      {
        about: path.slice(0, 200),
      },
    );
  }
  const folder = resolve(path ?? browsing.roots[0] ?? homedir());
  const isRoot = browsing.roots.includes(folder);
  const names: string[] = [];
  let photos = 0;
  let seen = 0;
  try {
    for await (const entry of await opendir(folder)) {
      seen += 1;
      if (signal.aborted || seen > MOST) break;
      if (entry.name.startsWith('.')) continue;
      const isLink = entry.isSymbolicLink() && (await isFolder(folder, entry.name));
      if (entry.isDirectory() || isLink) {
        // Below a root, only a link can lead to a folder that is not allowed.
        const isAsked = isRoot || isLink;
        if (!isAsked || (await browsing.mayEnter(join(folder, entry.name)))) names.push(entry.name);
      } else if (pictures.has(extname(entry.name).toLowerCase())) photos += 1;
    }
  } catch (error) {
    return unreadable(folder, error);
  }
  const above = dirname(folder);
  return success({
    path: folder,
    parent: above !== folder && (await browsing.mayEnter(above)) ? above : null,
    folders: names
      .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
      .map((name) => ({ name, path: join(folder, name) })),
    photos,
    places: await places(browsing),
  });
}

async function isFolder(folder: string, name: string): Promise<boolean> {
  const found = await stat(join(folder, name)).catch(() => null);
  return found?.isDirectory() ?? false;
}

function unreadable(folder: string, error: unknown): Outcome<never> {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return failure(
      'folder-missing.quoted',
      { folder: basename(folder) },
      {
        about: folder,
      },
    );
  }
  return failure(
    'folder-unreadable.opened',
    { folder: basename(folder) },
    {
      about: folder,
      detail: causeText(error),
    },
  );
}

/**
 * Returns the folders in which browsing starts: the roots, the user's picture folders, and the disks and memory cards
 * in the roots.
 */
async function places(browsing: Browsing): Promise<Place[]> {
  const [home = homedir(), ...others] = browsing.roots;
  const own = ['Pictures', 'Desktop', 'Downloads'].map((name) => join(home, name));
  const wanted = [home, ...own, ...others, ...(await disksIn(others))];
  const there = await Promise.all(
    wanted.map(async (path) => ((await isFolder(path, '')) ? [{ name: nameOf(path), path }] : [])),
  );
  return there.flat();
}

/** Returns the attached disks, which Linux and macOS show as folders in the roots. */
async function disksIn(roots: readonly string[]): Promise<string[]> {
  if (process.platform === 'win32') return [];
  const found = await Promise.all(
    roots.map(async (root) => {
      const names = await readdir(root).catch(() => []);
      return names.filter((name) => !name.startsWith('.')).map((name) => join(root, name));
    }),
  );
  return found.flat();
}

function nameOf(path: string): string {
  return basename(path) === '' ? path : basename(path);
}
