import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './environment.ts';

/** Write permission of the group and of all users. */
const OTHERS_WRITE = 0o022;

/**
 * Enables Node's compile cache, here and in processes that inherit `env`. The cache halves the time that the next start
 * takes. Code is loaded from the cache, so the cache is only used if no other user can write to it or to any folder
 * between the user's own folder and the cache. Otherwise Node compiles the code at every start. Does nothing if
 * NODE_COMPILE_CACHE is already set.
 */
export function keepCompiled(env: Record<string, string | undefined>): void {
  if (env['NODE_COMPILE_CACHE'] !== undefined || env['NODE_DISABLE_COMPILE_CACHE'] !== undefined) {
    return;
  }
  const folders = cacheFolders(env, process.platform);
  if (!areOwn(folders)) return;
  const folder = folders.at(-1) ?? '';
  enableCompileCache(folder);
  env['NODE_COMPILE_CACHE'] = folder;
}

/**
 * Returns the folders from the user's own folder down to the cache; each folder is inside the
 * previous one.
 */
export function cacheFolders(env: Environment, platform: NodeJS.Platform): readonly string[] {
  const home = homedir();
  const within = (start: string, ...names: readonly string[]) =>
    names.reduce((paths, name) => [...paths, join(paths.at(-1) ?? '', name)], [start]);
  if (platform === 'win32') {
    return within(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Darkslide', 'compiled');
  }
  if (platform === 'darwin') return within(home, 'Library', 'Caches', 'darkslide', 'compiled');
  const chosen = env['XDG_CACHE_HOME'];
  return chosen?.startsWith('/') === true
    ? within(chosen, 'darkslide', 'compiled')
    : within(home, '.cache', 'darkslide', 'compiled');
}

/**
 * Checks that each path is a folder of this user to which no other user can write. Creates missing
 * folders below the first one. On Windows, a user's folders are private by default.
 */
export function areOwn(folders: readonly string[]): boolean {
  const user = process.getuid?.();
  try {
    return folders.every((folder, depth) => {
      if (depth > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
      const facts = lstatSync(folder);
      if (!facts.isDirectory()) return false;
      return user === undefined || (facts.uid === user && (facts.mode & OTHERS_WRITE) === 0);
    });
  } catch {
    return false;
  }
}
