import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './environment.ts';

/** Write permission of the group and of everybody. */
const OTHERS_WRITE = 0o022;

/**
 * Lets Node keep what it compiles, here and in the processes that inherit `env`, so that the next start
 * takes half the time. Code is loaded from there, so it is only used where nobody but this user can
 * write: every folder from the user's own down to it is checked. Where it cannot be used, Node compiles.
 * Someone who sets NODE_COMPILE_CACHE has chosen a folder already.
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

/** The folders from the user's own down to the one that is meant, each inside the one before. */
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
 * Whether all of them are folders of this user that nobody else can write to; those below the first are
 * made where they are missing. Windows gives the folders of a user to that user alone.
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
