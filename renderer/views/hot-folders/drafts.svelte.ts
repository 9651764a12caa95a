import type { HotFolderCard } from '#shared/views/folders.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import { Draft } from '../../data/draft.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import { locale } from '../../texts/texts.svelte.ts';
import { recipeFormOf, type RecipeForm } from '../../parts/recipe/recipe-form.ts';
import { formOf, type FolderForm } from './folder-form.ts';

export type FolderDraft = Draft<FolderForm, HotFolderCard>;
export type RecipeDraft = Draft<RecipeForm, RecipeCard>;

const ofFolder = {
  valueOf: (card: HotFolderCard) => formOf(card, { currency: card.currency, locale: locale() }),
  versionOf: ({ revision }: HotFolderCard) => revision,
};
const ofRecipe = {
  valueOf: ({ recipe }: RecipeCard) => recipeFormOf(recipe),
  versionOf: ({ revision }: RecipeCard) => revision,
};

/** The unsaved input of this view, which is kept when the user opens another view. */
class Drafts {
  /** The new hot folder; null if the user is not creating one. */
  fresh = $state.raw<FolderDraft | null>(null);
  /** The hot folder that the user is editing; null if there is none. */
  folder = $state.raw<FolderDraft | null>(null);
  /** The recipe that the user is editing; null if there is none. */
  recipe = $state.raw<RecipeDraft | null>(null);
  /** The address of the service whose ledger the drafts belong to; null for the demo, undefined until it is known. */
  #service: string | null | undefined;

  /**
   * Drops the drafts when the window uses another service, because a hot folder or recipe with the same id is another
   * one in that service's ledger.
   */
  belongTo(service: string | null): void {
    if (this.#service !== undefined && this.#service !== service) {
      this.fresh = null;
      this.folder = null;
      this.recipe = null;
    }
    this.#service = service;
  }

  /** Whether the open recipe has unsaved changes, so that no other recipe may be opened in its place. */
  get isRecipeChanged(): boolean {
    return this.recipe?.isChanged === true;
  }

  editFolder(card: HotFolderCard): void {
    this.folder = new Draft(ofFolder, ofFolder.valueOf(card), card);
  }

  newFolder(form: FolderForm): FolderDraft {
    return (this.fresh ??= new Draft(ofFolder, form, null));
  }

  editRecipe(card: RecipeCard): void {
    this.recipe = new Draft(ofRecipe, recipeFormOf(card.recipe), card);
  }

  /** Starts editing a recipe that has not been saved yet. */
  newRecipe(form: RecipeForm): void {
    this.recipe = new Draft(ofRecipe, form, null);
  }
}

const create = () => new Drafts();

/** Returns the drafts of this window. Must be called while a component is initialised. */
export const useDrafts = (): Drafts => useStudio().state(create);
