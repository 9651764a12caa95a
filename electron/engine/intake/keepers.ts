import { endOfAll } from '../../base/closing.ts';
import { failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Unpaired } from '#shared/views/folders.ts';
import type { HotFolder, NewHotFolder } from '../../adapters/ledger/hot-folders.ts';
import { resolveRecipe, type ResolvedRecipe } from './admit.ts';
import { watchFolder, type WatchOptions } from './hot-folder.ts';
import type { IntakeEvent, Watcher, WatchParts } from './types.ts';

export interface KeepersParts extends WatchParts {
  /** What a person is told of a bug. */
  readonly mistake: (error: unknown) => Problem;
}

export type KeepersEvent =
  | { readonly kind: 'intake'; readonly hotFolderId: number; readonly event: IntakeEvent }
  /** A hot folder is watched now, or cannot be, or is not any more. */
  | { readonly kind: 'hot-folder'; readonly hotFolderId: number };

/** How it stands with watching one hot folder. */
export interface Keeping {
  /** `waiting`: for the ledger, which takes nothing at the moment. */
  readonly state: 'starting' | 'watching' | 'waiting' | 'unreachable' | 'stopped';
  readonly problem: Problem | null;
  /** Files that are not dealt with yet. */
  readonly settling: number;
  readonly unpaired: Unpaired;
}

/** All hot folders that this process watches. */
export interface Keepers {
  /**
   * Watches what the ledger holds armed with a saved recipe, from now on. One that cannot be watched
   * is tried again by itself. `askAbove`: photos of a sudden drop that are bought without a question.
   */
  start(askAbove: () => number): void;
  /** The ledger says something else about this folder: it is watched anew, or not any more. */
  refresh(id: number): void;
  /** A person has said yes to photos that wait. */
  takeGranted(id: number): void;
  keeping(id: number): Keeping;
  /** Writes a hot folder of the command line down, arms it and watches it. */
  watch(
    settings: Omit<NewHotFolder, 'recipeId'>,
    recipe: ResolvedRecipe,
    options: Omit<WatchOptions, 'signal'>,
  ): Promise<Outcome<HotFolder>>;
  /** Files are still settling somewhere. */
  isSettling(): boolean;
  close(): Promise<void>;
}

interface Kept {
  readonly stopping: AbortController;
  /** Resolves when it is watched, or was told to stop before. */
  begun: Promise<void>;
  watcher: Watcher | null;
  /** Why it cannot be watched, or cannot be reached. */
  problem: Problem | null;
  /** Why the ledger takes nothing. */
  waiting: Problem | null;
}

/** ms until a folder is tried again that could not be watched. */
const AGAIN = 5000;

const none = { count: 0, first: null };
const nothingYet = { settling: 0, unpaired: { photos: none, tickets: none } };

export function createKeepers(parts: KeepersParts, on: (event: KeepersEvent) => void): Keepers {
  const { ledger, clock } = parts;
  const all = new Map<number, Kept>();
  const closing = new Set<Promise<void>>();
  let askAbove: (() => number) | null = null;

  const tell = (hotFolderId: number) => on({ kind: 'hot-folder', hotFolderId });

  const listenTo = (id: number, kept: Kept) => (event: IntakeEvent) => {
    if (event.kind === 'unreachable') kept.problem = event.problem;
    if (event.kind === 'reachable') kept.problem = null;
    if (event.kind === 'waiting') kept.waiting = event.problem;
    if (event.kind === 'goes-on') kept.waiting = null;
    on({ kind: 'intake', hotFolderId: id, event });
  };

  const begin = async (
    id: number,
    kept: Kept,
    askAbove: () => number,
  ): Promise<Outcome<Watcher>> => {
    const { signal } = kept.stopping;
    const folder = ledger.hotFolders.get(id);
    const saved = ledger.savedRecipes.get(folder?.savedRecipeId ?? 0);
    if (folder === undefined || saved === undefined) return recipeGone();
    const recipe = await resolveRecipe(saved.recipe, folder.path, signal);
    if (!recipe.ok) return recipe;
    const recipeId = ledger.jobs.recipe(recipe.value.recipe, recipe.value.identity);
    if (recipeId !== folder.recipeId) ledger.hotFolders.runs(id, recipeId);
    const existing = folder.skipsExisting ? 'skip' : 'process';
    const options = { existing, signal, askAbove } as const;
    const on = listenTo(id, kept);
    const watched = await watchFolder(parts, { ...folder, recipeId }, recipe.value, options, on);
    if (watched.ok && folder.skipsExisting) ledger.hotFolders.hasSkipped(id);
    return watched;
  };

  const keep = async (id: number, kept: Kept, asked: () => number): Promise<void> => {
    const { signal } = kept.stopping;
    while (!signal.aborted && kept.watcher === null) {
      const begun = await begin(id, kept, asked).catch((error: unknown): Outcome<Watcher> => ({
        ok: false,
        problem: parts.mistake(error),
      }));
      if (signal.aborted && !begun.ok) return;
      if (begun.ok) kept.watcher = begun.value;
      kept.problem = begun.ok ? null : begun.problem;
      tell(id);
      if (!begun.ok) await clock.sleep(AGAIN, signal);
    }
  };

  const stop = async (kept: Kept): Promise<void> => {
    kept.stopping.abort();
    await kept.begun;
    await kept.watcher?.close();
  };

  const drop = (id: number): Promise<void> => {
    const kept = all.get(id);
    if (kept === undefined) return Promise.resolve();
    all.delete(id);
    const stopped = stop(kept).finally(() => closing.delete(stopped));
    closing.add(stopped);
    return stopped;
  };

  const refresh = (id: number) => {
    const stopped = drop(id);
    const asked = askAbove;
    const folder = ledger.hotFolders.saved().find((one) => one.id === id);
    if (asked !== null && folder?.armed === true) {
      const stopping = new AbortController();
      const kept = unbegun(stopping, stopped);
      // never two at once on one folder
      kept.begun = stopped.then(() => keep(id, kept, asked));
      all.set(id, kept);
    }
    tell(id);
  };

  return {
    start(asked) {
      askAbove = asked;
      for (const { id } of ledger.hotFolders.saved()) refresh(id);
    },
    refresh,
    takeGranted: (id) => all.get(id)?.watcher?.takeGranted(),
    keeping(id) {
      const kept = all.get(id);
      const { settling, unpaired } = kept?.watcher?.state() ?? nothingYet;
      const problem = kept?.problem ?? kept?.waiting ?? null;
      return { state: stateOf(kept), problem, settling, unpaired };
    },
    async watch(settings, recipe, options) {
      const recipeId = ledger.jobs.recipe(recipe.recipe, recipe.identity);
      const folder = ledger.hotFolders.save({ ...settings, recipeId });
      const stopping = new AbortController();
      const kept = unbegun(stopping, Promise.resolve());
      const on = listenTo(folder.id, kept);
      const watcher = await watchFolder(parts, folder, recipe, options, on);
      if (!watcher.ok) return watcher;
      ledger.hotFolders.arm(folder.id, true);
      kept.watcher = watcher.value;
      all.set(folder.id, kept);
      return success(folder);
    },
    isSettling: () => [...all.values()].some(({ watcher }) => (watcher?.state().settling ?? 0) > 0),
    async close() {
      askAbove = null;
      for (const id of all.keys()) void drop(id);
      await endOfAll(closing);
    },
  };
}

function unbegun(stopping: AbortController, begun: Promise<void>): Kept {
  return { stopping, begun, watcher: null, problem: null, waiting: null };
}

function stateOf(kept: Kept | undefined): Keeping['state'] {
  if (kept === undefined) return 'starting';
  if (kept.problem === null) {
    if (kept.watcher === null) return 'starting';
    return kept.waiting === null ? 'watching' : 'waiting';
  }
  // both come back by themselves; the others need a person
  if (kept.problem.code === 'folder-in-data') return 'stopped';
  const isAway = kept.watcher !== null || kept.problem.code === 'folder-missing';
  return isAway ? 'unreachable' : 'stopped';
}

function recipeGone(): Outcome<never> {
  return failure(
    'recipe-damaged',
    'The recipe of this drop folder cannot be read. Choose another one; no photo was lost.',
  );
}
