import type { Outcome } from '#shared/problem.ts';
import { success } from '#shared/problem.ts';
import { endOfAll } from '../../base/closing.ts';
import type { HotFolder, NewHotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { WatchOptions } from './hot-folder.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import {
  notWatched,
  SupervisedFolder,
  type HotFolderEvent,
  type HotFolderParts,
  type WatchStatus,
} from './supervised-folder.ts';

/** All hot folders that this process watches. */
export interface HotFolderSupervisor {
  /**
   * Watches every hot folder that is armed in the ledger with a saved recipe. Retries a folder that cannot be watched.
   * `askAbove`: maximum number of photos in a sudden drop that are bought without confirmation.
   */
  start(askAbove: () => number): void;
  /** Reads a changed hot folder from the ledger, and watches it again or stops watching it. */
  refresh(id: number): void;
  /** Admits the waiting photos that the user approved. */
  takeGranted(id: number): void;
  status(id: number): WatchStatus;
  /** Saves a hot folder from the command line, arms it and watches it. */
  watch(
    settings: Omit<NewHotFolder, 'recipeId'>,
    recipe: ResolvedRecipe,
    options: Omit<WatchOptions, 'signal'>,
  ): Promise<Outcome<HotFolder>>;
  /** Returns whether files are still settling in any folder. */
  isSettling(): boolean;
  close(): Promise<void>;
}

export function createSupervisor(
  parts: HotFolderParts,
  on: (event: HotFolderEvent) => void,
): HotFolderSupervisor {
  const { ledger } = parts;
  const all = new Map<number, SupervisedFolder>();
  const closing = new Set<Promise<void>>();
  let askAbove: (() => number) | null = null;

  const drop = (id: number): Promise<void> => {
    const folder = all.get(id);
    if (folder === undefined) return Promise.resolve();
    all.delete(id);
    const stopped = folder.stop().finally(() => closing.delete(stopped));
    closing.add(stopped);
    return stopped;
  };

  const refresh = (id: number) => {
    const stopped = drop(id);
    const row = ledger.hotFolders.saved().find((one) => one.id === id);
    if (askAbove !== null && row?.armed === true && parts.mayWatch(id)) {
      const folder = new SupervisedFolder(parts, id, on);
      // waits until the old watcher has stopped, so that two watchers never watch one folder
      folder.begin(stopped, askAbove);
      all.set(id, folder);
    }
    on({ kind: 'hot-folder', hotFolderId: id });
  };

  return {
    start(asked) {
      askAbove = asked;
      for (const { id } of ledger.hotFolders.saved()) refresh(id);
    },
    refresh,
    takeGranted: (id) => all.get(id)?.takeGranted(),
    status: (id) => all.get(id)?.status() ?? notWatched,
    async watch(settings, recipe, options) {
      const recipeId = ledger.jobs.recipe(recipe.recipe, recipe.identity);
      const row = ledger.hotFolders.save({ ...settings, recipeId });
      const folder = new SupervisedFolder(parts, row.id, on);
      const opened = await folder.open(row, recipe, options);
      if (!opened.ok) return opened;
      ledger.hotFolders.arm(row.id, true);
      all.set(row.id, folder);
      return success(row);
    },
    isSettling: () => [...all.values()].some((folder) => folder.status().settling > 0),
    async close() {
      askAbove = null;
      for (const id of all.keys()) void drop(id);
      await endOfAll(closing);
    },
  };
}
