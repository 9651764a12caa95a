import * as v from 'valibot';
import { basename } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { hotFolderSettings, type HotFolderSettings } from '#shared/views/folders.ts';
import type { HotFolder, NewHotFolder } from '../../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import {
  reachPlace,
  sharedPlace,
  sharedPlaceSchema,
  type Roots,
} from '../../../adapters/shared-studio/roots.ts';
import type { SharedItem, SharedKind } from './kind.ts';

export interface HotFolderParts {
  readonly ledger: Pick<Ledger, 'hotFolders' | 'savedRecipes' | 'sharedDocuments' | 'jobs'>;
  readonly roots: () => Roots;
  /** Checks whether this station may watch a folder alongside its other hot folders. */
  readonly prepare: (
    settings: HotFolderSettings,
    others: readonly HotFolder[],
  ) => Promise<Outcome<Omit<NewHotFolder, 'recipeId'>>>;
  /** Tells the other stations which files of the folder are never admitted. */
  readonly shareSkipped: (folder: {
    readonly id: number;
    readonly key: string;
  }) => Promise<Outcome<void>>;
  /** Reads the files of a recipe for its identity. */
  readonly resolve: (
    recipe: Recipe,
    baseFolder: string,
  ) => Promise<Outcome<{ readonly recipe: Recipe; readonly identity: string }>>;
}

const document = v.strictObject({
  ...v.omit(hotFolderSettings, ['path', 'outFolder', 'isShared']).entries,
  asksDrops: v.boolean(),
  path: sharedPlaceSchema,
  outFolder: sharedPlaceSchema,
  /** Key of the recipe's document. */
  recipe: v.pipe(v.string(), v.uuid()),
  /** False while the folder is paused. */
  armed: v.boolean(),
});
type Document = v.InferOutput<typeof document>;

/** Returns the kind of the hot folders that the user shares; both of their folders must be below shared roots. */
export function hotFolderKind(parts: HotFolderParts): SharedKind {
  const { ledger, roots } = parts;
  const { hotFolders } = ledger;
  return {
    name: 'hot-folder',
    longest: 40_000,
    list: () =>
      hotFolders.saved().flatMap((folder) => (folder.isShared ? [itemOf(parts, folder)] : [])),
    prepare: (id, key) => parts.shareSkipped({ id, key }),
    async check(content) {
      const parsed = v.safeParse(document, content);
      if (!parsed.success) return failure('shared-document.unreadable');
      const path = await reachPlace(roots(), parsed.output.path);
      const outFolder = await reachPlace(roots(), parsed.output.outFolder);
      if (!path.ok) return path;
      return outFolder.ok
        ? checkFolder(parts, parsed.output, { path: path.value, outFolder: outFolder.value })
        : outFolder;
    },
    remove(localId) {
      hotFolders.remove(localId);
      return true;
    },
    rename: () => null,
  };
}

/** Returns a hot folder in the form that all stations can read, with the fields in a fixed order. */
function itemOf({ ledger, roots }: HotFolderParts, folder: HotFolder): SharedItem {
  const path = sharedPlace(roots(), folder.path);
  const outFolder = sharedPlace(roots(), folder.outFolder);
  const recipe = ledger.sharedDocuments.keyOf('recipe', folder.savedRecipeId ?? 0);
  const item = { localId: folder.id, name: basename(folder.path) };
  // not shared before this station has skipped the existing files, because another station would process them
  const isReady = !folder.skipsExisting;
  if (path === null || outFolder === null || recipe === undefined || !isReady) {
    return { ...item, subject: '', content: null };
  }
  const shared = v.parse(document, { ...settingsOf(folder), path, outFolder, recipe });
  return { ...item, subject: subjectOf(shared), content: JSON.stringify(shared) };
}

function settingsOf(folder: HotFolder) {
  const { id: _id, recipeId: _recipe, savedRecipeId: _saved, isShared: _shared, ...rest } = folder;
  const { revision: _revision, skipsExisting: _skips, ...settings } = rest;
  return settings;
}

function subjectOf({ path: { root, path }, recipe }: Document): string {
  return JSON.stringify([root, path, recipe]);
}

async function checkFolder(
  { ledger, prepare, resolve }: HotFolderParts,
  shared: Document,
  folders: Pick<HotFolderSettings, 'path' | 'outFolder'>,
): ReturnType<SharedKind['check']> {
  const { sharedDocuments, savedRecipes, hotFolders, jobs } = ledger;
  const { recipe: key, armed, path: _place, outFolder: _out, ...settings } = shared;
  const savedRecipeId = sharedDocuments.localIdOf('recipe', key) ?? 0;
  const saved = savedRecipes.get(savedRecipeId);
  if (saved === undefined) return failure('recipe-unknown.folder');
  // its output folder, limits and pause are this user's own, and must not be replaced without a question
  if (hotFolders.saved().some((one) => one.path === folders.path && !one.isShared)) {
    return failure('folder-in-folder.private', { path: folders.path }, { about: folders.path });
  }
  const isThis = (one: HotFolder) => one.path === folders.path;
  const others = hotFolders.saved().filter((one) => !isThis(one));
  const prepared = await prepare({ ...settings, ...folders, isShared: true }, others);
  if (!prepared.ok) return prepared;
  const resolved = await resolve(saved.recipe, folders.path);
  if (!resolved.ok) return resolved;
  const { recipe, identity } = resolved.value;
  return success({
    name: basename(folders.path),
    subject: subjectOf(shared),
    content: JSON.stringify(shared),
    write(localId) {
      const row = { ...prepared.value, recipeId: jobs.recipe(recipe, identity) };
      const now = localId === null ? undefined : hotFolders.get(localId);
      const id = now?.id ?? hotFolders.add(row, savedRecipeId, 'process').id;
      if (now !== undefined) hotFolders.change(id, now.revision, row, savedRecipeId);
      hotFolders.arm(id, armed);
      return id;
    },
  });
}
