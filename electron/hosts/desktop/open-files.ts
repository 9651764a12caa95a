import { basename } from 'node:path';
import type { Handlers } from '#shared/contract/serve.ts';
import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { isRecipeFile, takeRecipe, type NameAnswer } from './recipe-file.ts';

/** Opens files given by the user: photos, folders of photos, and recipes. */
export interface FileOpener {
  /**
   * Opens absolute paths; `notFiles` are arguments that name no file. Files that arrive together are added together.
   */
  open(files: readonly string[], notFiles?: readonly string[]): void;
}

export interface FileOpenerParts {
  readonly handlers: Pick<Handlers, 'retouch.add' | 'recipes.all' | 'recipes.save'>;
  /** Allows the page to name these paths, because the user chose them. */
  readonly chosen: (paths: readonly string[]) => void;
  /** Brings the window to the front at a view. */
  readonly show: (hash: string) => void;
  readonly askName: (name: string) => Promise<NameAnswer>;
  /** Reports files that were not added; `names` are the first of them. */
  readonly notTaken: (count: number, names: readonly string[]) => void;
  /** Logs why a file was not added. */
  readonly note: (problem: Problem) => void;
  readonly onBug: (error: unknown) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Time in ms within which the system reports files that were opened together. */
const TOGETHER = 300;
/** Maximum number of paths in one request of the contract. */
const AT_ONCE = 2000;
/** Maximum number of recipes that are opened together, because each may ask a question. */
const MOST_RECIPES = 20;
/** Maximum number of names that are shown. */
const MOST_NAMES = 10;

export function createFileOpener(parts: FileOpenerParts): FileOpener {
  const { handlers, chosen, show, askName, notTaken, note, onBug, clock, signal } = parts;
  let files: string[] = [];
  let notFiles: string[] = [];
  let isGathering = false;
  let turn = Promise.resolve();

  const gather = async (): Promise<void> => {
    await clock.sleep(TOGETHER, signal);
    isGathering = false;
    const [paths, others] = [files, notFiles];
    [files, notFiles] = [[], []];
    if (!signal.aborted) turn = turn.then(() => take(paths, others)).catch(onBug);
  };

  const take = async (paths: readonly string[], others: readonly string[]): Promise<void> => {
    const recipes = paths.filter(isRecipeFile);
    const photos = paths.filter((path) => !isRecipeFile(path));
    const wrong = [
      ...(await addPhotos(photos)),
      ...(await addRecipes(recipes.slice(0, MOST_RECIPES))),
      ...recipes.slice(MOST_RECIPES).map((path) => basename(path)),
      ...others.map((name) => name.slice(0, 200)),
    ];
    if (wrong.length > 0 && !signal.aborted) notTaken(wrong.length, wrong.slice(0, MOST_NAMES));
  };

  /** Adds photos, and returns the names of the files that were not added. */
  const addPhotos = async (paths: readonly string[]): Promise<string[]> => {
    if (paths.length > 0) show('#/retouch');
    const wrong: string[] = [];
    for (let at = 0; at < paths.length && !signal.aborted; at += AT_ONCE) {
      const some = paths.slice(at, at + AT_ONCE);
      chosen(some);
      const added = await handlers['retouch.add']({ paths: some }, signal);
      if (added.ok) {
        const { refused, refusals } = added.value;
        for (const problem of refused) note(problem);
        const named = refused.map(({ about }) => about ?? '');
        wrong.push(...named, ...Array.from({ length: refusals - named.length }, () => ''));
      } else {
        note(added.problem);
        wrong.push(...some.map((path) => basename(path)));
      }
    }
    return wrong;
  };

  const addRecipes = async (paths: readonly string[]): Promise<string[]> => {
    const wrong: string[] = [];
    for (const path of paths) {
      if (signal.aborted) break;
      const taken = await takeRecipe(path, handlers, askName, signal);
      if (!taken.ok) {
        note(taken.problem);
        wrong.push(basename(path));
      } else if (taken.value !== null) show(`#/folders?recipe=${taken.value.id}`);
    }
    return wrong;
  };

  return {
    open(given, others = []) {
      files.push(...given);
      notFiles.push(...others);
      if (isGathering || files.length + notFiles.length === 0) return;
      isGathering = true;
      void gather();
    },
  };
}
