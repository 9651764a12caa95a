import { renameSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { gatherChanges } from '#electron/app/changes.ts';
import { folderHandlers } from '#electron/hosts/contract/folders.ts';
import { recipeHandlers } from '#electron/hosts/contract/recipes.ts';
import { systemClock } from '#electron/base/clock.ts';
import { openStudio, type Studio } from '#electron/studio.ts';
import type { Input, Output } from '#shared/ipc.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { HotFolderCard, HotFolderDraft } from '#shared/views/folders.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import { putNewLedger } from '../fixtures/new-ledger.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { besideStudios } from '../fixtures/beside-studios.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { newFolder } from '../world/folder.ts';
import { valueOf } from '../fixtures/values.ts';
import { accessIn } from '../fixtures/permitted.ts';

const signal = new AbortController().signal;

type Handlers = ReturnType<typeof folderHandlers> & ReturnType<typeof recipeHandlers>;

/** The studio of a window with the demo service, and separate folders to watch. */
export interface FolderSession {
  readonly root: string;
  studio(): Studio;
  /** The parts and jobs in all change events so far. */
  readonly told: string[];
  /** Calls a handler as a screen does; fails if the handler returns a problem. */
  ask<C extends keyof Handlers>(channel: C, input: Input<C>): Promise<Output<C>>;
  /** Calls a handler that must return a problem. */
  refused<C extends keyof Handlers>(
    channel: C,
    input: Input<C>,
    signal?: AbortSignal,
  ): Promise<Problem>;
  /** Saves a recipe with this name; by default, the plain recipe. */
  recipe(name: string, more?: object): Promise<RecipeCard>;
  /** Returns a draft for a new folder below the root. */
  draft(name: string, recipe: RecipeCard, more?: Partial<HotFolderDraft>): Promise<HotFolderDraft>;
  /** Starts watching a hot folder; returns its card. */
  add(draft: HotFolderDraft, existing?: 'process' | 'skip'): Promise<HotFolderCard>;
  card(id: number): Promise<HotFolderCard>;
  /** Waits until the card of a folder matches. */
  until(id: number, look: object): Promise<HotFolderCard>;
  put(path: string, content: Buffer): Promise<string>;
  /** Moves photos into a folder in one step, so that a watcher finds either all of them or none. */
  drop(folder: string, photos: Readonly<Record<string, Buffer>>): Promise<void>;
  /** Restarts the window's program. */
  restart(): Promise<void>;
}

/**
 * Opens a session until the end of the test, or until the end of the file if `atEnd` is `afterAll`.
 * `askAbove` is the largest drop that is bought without a question; `disk` is the disk of the ledger; `render` says
 * whether the demo service makes real pictures or small plain ones.
 */
export async function openFolderSession(
  askAbove = 50,
  disk?: string,
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
  render: 'full' | 'quick' = 'quick',
): Promise<FolderSession> {
  const root = await newFolder('folders');
  const data = join(disk ?? root, 'data');
  putNewLedger(data);
  const told: string[] = [];
  const changes = gatherChanges(systemClock);
  changes.onChange(({ parts, jobs }) => {
    told.push(...parts, ...(jobs ?? []).map((id) => `job ${id}`));
  });
  const open = async () => {
    const studio = valueOf(
      await openStudio(
        {
          dataFolder: data,
          access: accessIn(data),
          service: null,
          startHelper: besideStudios({ render }),
          demoSpeed: { executionMs: 50, jitterMs: 0 },
          keeps: { askAbove: () => askAbove },
        },
        (event) => {
          if (event.kind === 'committed') changes.committed(event.commit);
        },
      ),
    );
    const session = {
      dataFolder: studio.dataFolder,
      studio: () => studio,
      preferences: { managed: () => null },
      samplesAdded: () => Promise.resolve(),
    };
    studio.start();
    return {
      studio,
      handlers: { ...folderHandlers(session), ...recipeHandlers(session) } as Handlers,
    };
  };
  let now = await open();
  atEnd(async () => {
    await now.studio.stop();
    changes.close();
    await rm(root, { recursive: true, force: true });
  });

  const call = async <C extends keyof Handlers>(channel: C, input: Input<C>, stop = signal) => {
    const handler = now.handlers[channel] as (
      input: Input<C>,
      signal: AbortSignal,
    ) => Outcome<Output<C>> | Promise<Outcome<Output<C>>>;
    return handler(input, stop);
  };
  const ask: FolderSession['ask'] = async (channel, input) => valueOf(await call(channel, input));
  const card = async (id: number) => {
    const found = (await ask('folders.all', {})).find((one) => one.id === id);
    if (found === undefined) throw new Error(`There is no card for the folder ${id}.`);
    return found;
  };

  return {
    root,
    studio: () => now.studio,
    told,
    ask,
    async refused(channel, input, stop) {
      const answer = await call(channel, input, stop);
      if (answer.ok)
        throw new Error(`The request was not refused: ${JSON.stringify(answer.value)}`);
      return answer.problem;
    },
    recipe: async (name, more = {}) =>
      await ask('recipes.save', {
        id: null,
        revision: null,
        recipe: { ...plainRecipe, name, ...more },
      }),
    async draft(name, recipe, more = {}) {
      const path = join(root, name);
      await mkdir(path, { recursive: true });
      return {
        path,
        savedRecipeId: recipe.id,
        outFolder: join(root, 'out'),
        ...plainFolder,
        ...more,
      };
    },
    add: async (draft, existing = 'process') => await ask('folders.add', { draft, existing }),
    card,
    async until(id, look) {
      await expect.poll(() => card(id), { timeout: 55_000, interval: 30 }).toMatchObject(look);
      return card(id);
    },
    async put(path, content) {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    async drop(name, photos) {
      const [from, to] = [join(root, 'on its way'), join(root, name)];
      for (const folder of [from, to]) await mkdir(folder, { recursive: true });
      for (const [file, content] of Object.entries(photos)) {
        await writeFile(join(from, file), content);
      }
      // uses synchronous calls, so that the studio in this process cannot run between two renames
      for (const file of Object.keys(photos)) renameSync(join(from, file), join(to, file));
    },
    async restart() {
      await now.studio.stop();
      now = await open();
    },
  };
}
