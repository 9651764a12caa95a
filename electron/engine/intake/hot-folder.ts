import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import { FolderWatcher } from './folder-watcher.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import { rootOf } from './root.ts';
import type { IntakeEvent, Watcher, WatchParts } from './types.ts';

export type { IntakeEvent, Watcher } from './types.ts';

export interface WatchOptions {
  readonly existing: 'process' | 'skip';
  /** Maximum number of photos in a sudden drop that are bought without confirmation; unlimited by default. */
  readonly askAbove?: () => number;
  /** Aborts the first scan of the folder and closes the watcher. */
  readonly signal?: AbortSignal;
}

/**
 * Watches a hot folder and admits files that settle in it, in natural order, until the watcher is closed. Resolves
 * when all existing files have been seen. `existing: 'skip'` marks them as seen instead of admitting them. Problems:
 * those of `access.watched` and `access.storedOutput`; folder-missing if the folder cannot be opened at the start; aborted.
 */
export async function watchFolder(
  parts: WatchParts,
  folder: HotFolder,
  recipe: ResolvedRecipe,
  options: WatchOptions,
  on: (event: IntakeEvent) => void,
): Promise<Outcome<Watcher>> {
  const rootNow = rootOf(folder.path, parts.clock);
  const root = await rootNow();
  if (!root.ok) {
    const detail = root.problem.detail ?? '';
    return failure('folder-missing.hot-folder', { path: folder.path }, { detail });
  }
  const { access } = parts;
  const allowed = await access.watched(folder.path);
  if (!allowed.ok) return allowed;
  const output = await access.storedOutput(folder.outFolder, folder.path);
  if (!output.ok) return output;
  const { existing, askAbove = () => Infinity, signal } = options;
  // checked each time, because a data folder may be created around the hot folder later
  const reach = async () => {
    const root = await rootNow();
    if (!root.ok) return root;
    const allowed = await access.watched(folder.path);
    return allowed.ok ? root : allowed;
  };
  const watcher = new FolderWatcher(
    { ...parts, folder, outFolder: output.value, recipe, askAbove, on },
    reach,
  );
  const close = () => void watcher.close();
  signal?.addEventListener('abort', close, { once: true });
  try {
    if (signal?.aborted !== true) await watcher.start(existing);
  } catch (error) {
    await watcher.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', close);
  }
  if (signal?.aborted !== true) return success(watcher);
  await watcher.close();
  return failure('aborted');
}
