import { failure } from '#shared/failure.ts';
import { success, type Failure, type Outcome } from '#shared/problem.ts';
import { exportRecipe } from '#shared/recipe.ts';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import { resolveRecipe, type ResolvedRecipe } from '../../engine/intake/admit.ts';
import type { HotFolder, NewHotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { sharedPlace, type Roots } from '../../adapters/shared-studio/roots.ts';
import type { Studio } from '../../studio.ts';
import { prepareHotFolder } from '../../engine/intake/check-folder.ts';

/**
 * Checks one of the window's hot folders, and calls `write` in a transaction. `id` is the id of the edited folder, null
 * for a new one. Problems: those of `prepareHotFolder`, `checkPurchase` and of the folder's recipe, folder-in-folder,
 * folder-not-shared, those of `write`.
 */
export async function writeHotFolder(
  { ledger, access, sharedRoots }: Pick<Studio, 'ledger' | 'access' | 'sharedRoots'>,
  draft: HotFolderDraft,
  id: number | null,
  signal: AbortSignal,
  write: (settings: NewHotFolder) => Outcome<HotFolder>,
): Promise<Outcome<HotFolder>> {
  const shareable = checkShared(draft, sharedRoots);
  if (!shareable.ok) return shareable;
  const prepared = await prepareHotFolder(access, draft, savedBeside(ledger, id));
  if (!prepared.ok) return prepared;
  const { path } = prepared.value;
  const resolved = await resolveSavedRecipe(ledger, draft.savedRecipeId, path, signal);
  if (!resolved.ok) return resolved;
  const { recipe, identity } = resolved.value;
  const apart = await checkPurchase(ledger, { path, id }, resolved.value, signal);
  if (!apart.ok) return apart;
  return ledger.transaction(() => {
    const alone = checkAlone(ledger, path, draft.savedRecipeId, resolved.value, id);
    if (!alone.ok) return alone;
    const asksDrops = draft.asksDrops !== false;
    return write({ ...prepared.value, asksDrops, recipeId: ledger.jobs.recipe(recipe, identity) });
  });
}

/** Checks that all stations can name the folders of a shared hot folder. Problem: folder-not-shared. */
function checkShared(
  { isShared = false, path, outFolder }: HotFolderDraft,
  roots: Roots | null,
): Outcome<void> {
  if (!isShared) return success();
  if (roots === null) return failure('folder-not-shared.alone', {}, { parameter: 'isShared' });
  for (const [parameter, folder] of Object.entries({ path, outFolder })) {
    if (sharedPlace(roots, folder) !== null) continue;
    return failure('folder-not-shared', { folder }, { about: folder, parameter });
  }
  return success();
}

/** Returns the hot folders of the window except the one with this id. */
export function savedBeside({ hotFolders }: Ledger, id: number | null): HotFolder[] {
  return hotFolders.saved().filter((folder) => folder.id !== id);
}

/**
 * Resolves the saved recipe of a hot folder at `path`. Problems: recipe-unknown, those of
 * `resolveRecipe`.
 */
export async function resolveSavedRecipe(
  { savedRecipes }: Ledger,
  savedRecipeId: number,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<ResolvedRecipe>> {
  const saved = savedRecipes.get(savedRecipeId);
  if (saved !== undefined) return resolveRecipe(saved.recipe, path, signal);
  return failure('recipe-unknown.folder', {}, { parameter: 'savedRecipeId' });
}

/**
 * Checks that no other hot folder at this path buys the same images: each photo is bought once, and delivered only by
 * the hot folder that finds it first. `id` is the id of the edited folder, null for a new one. Problem:
 * folder-in-folder.
 */
export async function checkPurchase(
  ledger: Ledger,
  { path, id }: { readonly path: string; readonly id: number | null },
  { recipe, identity }: ResolvedRecipe,
  signal: AbortSignal,
): Promise<Outcome<void>> {
  for (const { savedRecipeId } of savedBeside(ledger, id).filter((one) => one.path === path)) {
    const other = await resolveSavedRecipe(ledger, savedRecipeId ?? 0, path, signal);
    // a recipe that cannot be read now names a file that this recipe does not name
    if (!other.ok || other.value.identity !== identity) continue;
    if (exportRecipe(other.value.recipe) === exportRecipe(recipe)) {
      return runsAlready(path, recipe.name);
    }
    const names = { path, recipe: recipe.name, other: other.value.recipe.name };
    return failure('folder-in-folder.purchase', names, { about: path, parameter: 'savedRecipeId' });
  }
  return success();
}

/**
 * Checks that a folder runs a recipe only once, because a second hot folder would only repeat what the first one does.
 */
function checkAlone(
  { hotFolders }: Ledger,
  path: string,
  savedRecipeId: number,
  { recipe }: ResolvedRecipe,
  id: number | null,
): Outcome<void> {
  const sameText = hotFolders.find(path, recipe);
  const twin = hotFolders
    .saved()
    .find(
      (one) => one.path === path && (one.savedRecipeId === savedRecipeId || one.id === sameText),
    );
  return twin === undefined || twin.id === id ? success() : runsAlready(path, recipe.name);
}

/** Returns the problem of a hot folder that already runs the recipe with this name at this path. */
export function runsAlready(path: string, recipe: string): Failure {
  return failure('folder-in-folder.same', { path, recipe }, { about: path, parameter: 'path' });
}
