import type { Outcome, Problem } from '#shared/problem.ts';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import type { UnpairedFiles } from '#shared/views/folders.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import { resolveRecipe, type ResolvedRecipe } from './admit.ts';
import { watchFolder, type WatchOptions } from './hot-folder.ts';
import type { IntakeEvent, Watcher, WatchParts } from './types.ts';

export interface HotFolderParts extends WatchParts {
  /** Turns an unexpected error into a problem. */
  readonly mistake: (error: unknown) => Problem;
  /** Returns whether this station may watch a hot folder: stations that share it take turns. */
  readonly mayWatch: (hotFolderId: number) => boolean;
}

export type HotFolderEvent =
  | { readonly kind: 'intake'; readonly hotFolderId: number; readonly event: IntakeEvent }
  /** Watching a hot folder has begun, failed or ended. */
  | { readonly kind: 'hot-folder'; readonly hotFolderId: number };

/** Whether and how a hot folder is being watched. */
export interface WatchStatus {
  /** `waiting`: the ledger accepts no commits at the moment. */
  readonly state: 'starting' | 'watching' | 'waiting' | 'unreachable' | 'stopped';
  readonly problem: Problem | null;
  /** Number of files that have not been handled yet. */
  readonly settling: number;
  readonly unpaired: UnpairedFiles;
}

/** Time in ms after which watching is tried again for a folder that could not be watched. */
const RETRY_AFTER = 5000;

const none = { count: 0, first: null };
const nothingYet = { settling: 0, unpaired: { photos: none, tickets: none } };

/** The status of a hot folder that is not watched yet. */
export const notWatched: WatchStatus = { state: 'starting', problem: null, ...nothingYet };

/** One hot folder that should be watched, and the problem that prevents it. */
export class SupervisedFolder {
  readonly #parts: HotFolderParts;
  readonly #id: number;
  readonly #on: (event: HotFolderEvent) => void;
  readonly #stopping = new AbortController();
  /** Resolves when the folder is being watched, or was stopped before that. */
  #begun: Promise<void> = Promise.resolve();
  #watcher: Watcher | null = null;
  /** Why the folder cannot be watched or reached. */
  #problem: Problem | null = null;
  /** Why the ledger accepts no commits. */
  #waiting: Problem | null = null;

  constructor(parts: HotFolderParts, id: number, on: (event: HotFolderEvent) => void) {
    this.#parts = parts;
    this.#id = id;
    this.#on = on;
  }

  /**
   * Watches the folder with its settings in the ledger, once `before` has ended; retries until that
   * works.
   */
  begin(before: Promise<void>, askAbove: () => number): void {
    this.#begun = before.then(() => this.#keepTrying(askAbove));
  }

  /** Watches `folder` now. Problems: those of `watchFolder`. */
  async open(
    folder: HotFolder,
    recipe: ResolvedRecipe,
    options: WatchOptions,
  ): Promise<Outcome<null>> {
    const heed = (event: IntakeEvent) => this.#heed(event);
    const watched = await watchFolder(this.#parts, folder, recipe, options, heed);
    if (!watched.ok) return watched;
    this.#watcher = watched.value;
    return success(null);
  }

  takeGranted(): void {
    this.#watcher?.takeGranted();
  }

  status(): WatchStatus {
    const { settling, unpaired } = this.#watcher?.state() ?? nothingYet;
    const problem = this.#problem ?? this.#waiting;
    return { state: this.#state(), problem, settling, unpaired };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#begun;
    await this.#watcher?.close();
  }

  async #keepTrying(askAbove: () => number): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#watcher === null) {
      const begun = await this.#openSaved(askAbove).catch((error: unknown) => this.#fail(error));
      if (signal.aborted && !begun.ok) return;
      this.#problem = begun.ok ? null : begun.problem;
      this.#on({ kind: 'hot-folder', hotFolderId: this.#id });
      if (!begun.ok) await this.#parts.clock.sleep(RETRY_AFTER, signal);
    }
  }

  async #openSaved(askAbove: () => number): Promise<Outcome<null>> {
    const { ledger } = this.#parts;
    const { signal } = this.#stopping;
    const folder = ledger.hotFolders.get(this.#id);
    const saved = ledger.savedRecipes.get(folder?.savedRecipeId ?? 0);
    if (folder === undefined || saved === undefined) return recipeGone();
    const recipe = await resolveRecipe(saved.recipe, folder.path, signal);
    if (!recipe.ok) return recipe;
    const recipeId = ledger.jobs.recipe(recipe.value.recipe, recipe.value.identity);
    if (recipeId !== folder.recipeId) ledger.hotFolders.runs(folder.id, recipeId);
    const existing = folder.skipsExisting ? 'skip' : 'process';
    const options = { existing, signal, askAbove } as const;
    const opened = await this.open({ ...folder, recipeId }, recipe.value, options);
    if (opened.ok && folder.skipsExisting) ledger.hotFolders.hasSkipped(folder.id);
    return opened;
  }

  /** Stops watching after a bug, so that watching can be tried again. */
  async #fail(error: unknown): Promise<Outcome<null>> {
    const problem = this.#parts.mistake(error);
    await this.#watcher?.close();
    this.#watcher = null;
    return failure(problem);
  }

  #heed(event: IntakeEvent): void {
    if (event.kind === 'unreachable') this.#problem = event.problem;
    if (event.kind === 'reachable') this.#problem = null;
    if (event.kind === 'waiting') this.#waiting = event.problem;
    if (event.kind === 'goes-on') this.#waiting = null;
    this.#on({ kind: 'intake', hotFolderId: this.#id, event });
  }

  #state(): WatchStatus['state'] {
    if (this.#problem === null) {
      if (this.#watcher === null) return 'starting';
      return this.#waiting === null ? 'watching' : 'waiting';
    }
    // a missing folder, or one that was being watched, may become available again without an action by the user
    if (this.#problem.code === 'folder-in-data') return 'stopped';
    const isAway = this.#watcher !== null || awayCodes.has(this.#problem.code);
    return isAway ? 'unreachable' : 'stopped';
  }
}

/** Problems of a folder that may become available again, for example when its disk is mounted. */
const awayCodes: ReadonlySet<Problem['code']> = new Set(['folder-missing', 'folder-unreachable']);

function recipeGone(): Outcome<never> {
  return failure('recipe-damaged');
}
