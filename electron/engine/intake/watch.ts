import { watch } from 'chokidar';
import { basename, relative, sep } from 'node:path';
import { causeText } from '#shared/problem.ts';
import { isJunk, isJunkFolder } from './names.ts';

/** An event of the system's file watching. It is only a hint; a rescan decides. */
export type Hint =
  /** A file changed; its path is relative to the root, with forward slashes. */
  | { readonly kind: 'touched'; readonly relative: string }
  /** Scan everything, because changes made before watching began were not reported. */
  | { readonly kind: 'rescan' }
  /** The folder itself was removed; its replacement must be watched again (F57). */
  | { readonly kind: 'root-gone' }
  /** The system can watch no more files (F56); there will be no more hints. */
  | { readonly kind: 'exhausted'; readonly detail: string };

export interface Hints {
  close(): Promise<void>;
}

/** Error codes for too many watches or open files. */
const exhausted = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/**
 * Watches a folder for hints. `realRoot` is its real path, because through a symbolic link only the link would be
 * watched. chokidar's own check whether a file is written completely is off, because it reports incomplete files.
 */
export function watchForHints(
  realRoot: string,
  isLeftOut: (relative: string) => boolean,
  on: (hint: Hint) => void,
): Hints {
  const below = (path: string) => relative(realRoot, path).split(sep).join('/');
  const isIgnoredFolder = (path: string) => isJunkFolder(basename(path)) || isLeftOut(below(path));
  const watcher = watch(realRoot, {
    ignoreInitial: true,
    followSymlinks: false,
    atomic: false,
    ignored: (path, stats) => {
      if (path === realRoot || stats === undefined) return false;
      return stats.isDirectory() ? isIgnoredFolder(path) : isJunk(basename(path));
    },
  });

  let isOver = false;
  const close = async () => {
    isOver = true;
    await watcher.close();
  };
  const tell = (hint: Hint) => {
    if (!isOver) on(hint);
  };
  watcher.on('all', (event, path) => {
    if (event === 'unlinkDir' && path === realRoot) tell({ kind: 'root-gone' });
    else if (!event.endsWith('Dir')) tell({ kind: 'touched', relative: below(path) });
  });
  watcher.on('ready', () => tell({ kind: 'rescan' }));
  watcher.on('error', (error) => {
    // Other errors are about single files and folders, which the rescan notices.
    if (!exhausted.has((error as { code?: string }).code ?? '')) return;
    tell({ kind: 'exhausted', detail: causeText(error) });
  });
  return { close };
}
