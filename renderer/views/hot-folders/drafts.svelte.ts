import type { HotFolderCard } from '#shared/views/folders.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import type { View } from '../../data/place.svelte.ts';
import { formOf, type FolderForm } from './folder-form.ts';
import { recipeFormOf, type RecipeForm } from '../../parts/recipe/recipe-form.ts';

/** A hot folder being edited, with the revision that its form started from. */
export interface FolderEdit {
  readonly id: number;
  revision: number;
  readonly name: string;
  form: FolderForm;
}

/** A recipe being edited; `id` null for one that is not saved yet. */
export interface RecipeEdit {
  id: number | null;
  revision: number | null;
  form: RecipeForm;
  /** The job that led here and can run again with the recipe; null for none. */
  readonly job: WaitingJob | null;
  /** The form when it was opened, as text, to detect changes. */
  opened: string;
}

export interface WaitingJob {
  readonly id: number;
  /** The view that the user came from. */
  readonly from: View;
}

interface Drafts {
  fresh: FolderForm | null;
  folder: FolderEdit | null;
  recipe: RecipeEdit | null;
}

/** Unsaved input; it survives a visit to another view. */
export const drafts: Drafts = $state({
  fresh: null,
  folder: null,
  recipe: null,
});

export function editFolder(card: HotFolderCard): void {
  drafts.folder = {
    id: card.id,
    revision: card.revision,
    name: card.recipe.name,
    form: formOf(card),
  };
}

/** Continues editing the hot folder from a newer revision. */
export function acceptRevision(revision: number): void {
  if (drafts.folder !== null) drafts.folder.revision = revision;
}

/** Opens a recipe for editing. `card` null: `form` is a recipe that is not saved yet. */
export function editRecipe(
  card: RecipeCard | null,
  form?: RecipeForm,
  job: WaitingJob | null = null,
): void {
  const begun = form ?? (card === null ? null : recipeFormOf(card.recipe));
  if (begun === null) throw new Error('neither a recipe nor a form to begin from');
  drafts.recipe = {
    id: card?.id ?? null,
    revision: card?.revision ?? null,
    form: begun,
    job,
    opened: card === null ? '' : JSON.stringify(begun),
  };
}

export function isChanged(edit: RecipeEdit): boolean {
  return JSON.stringify(edit.form) !== edit.opened;
}
