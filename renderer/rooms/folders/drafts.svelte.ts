import type { HotFolderCard } from '#shared/views/folders.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import type { Room } from '../../state/place.svelte.ts';
import { formOf, type FolderForm } from './folder-form.ts';
import { recipeFormOf, type RecipeForm } from '../../components/recipe/recipe-form.ts';

/** A hot folder that is being edited, from the revision its form began with. */
export interface FolderEdit {
  readonly id: number;
  revision: number;
  readonly name: string;
  form: FolderForm;
}

/** A recipe that is being written; `id` null for one that is not saved yet. */
export interface RecipeEdit {
  id: number | null;
  revision: number | null;
  form: RecipeForm;
  /** The job that led here and may run again with it; null for none. */
  readonly job: WaitingJob | null;
  /** The form as it was opened, to know whether anything was typed. */
  opened: string;
}

export interface WaitingJob {
  readonly id: number;
  /** Where the person came from. */
  readonly from: Room;
}

interface Drafts {
  fresh: FolderForm | null;
  folder: FolderEdit | null;
  recipe: RecipeEdit | null;
}

/** What is typed and not sent yet; it outlives a visit to another room. */
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

/** Goes on with the hot folder that is edited from a newer revision of it. */
export function acceptRevision(revision: number): void {
  if (drafts.folder !== null) drafts.folder.revision = revision;
}

/** `card` null: `form` is a recipe that is not saved yet. */
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
