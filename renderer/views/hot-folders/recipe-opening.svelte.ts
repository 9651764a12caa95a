import { tick, untrack } from 'svelte';
import { defaultTemplate } from '#shared/naming.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { change, here } from '../../data/place.svelte.ts';
import { newRecipeForm } from '../../parts/recipe/recipe-form.ts';
import { t } from '../../texts/texts.svelte.ts';
import { preloaded } from '../../ui/preloaded.ts';
import { useDrafts, type RecipeDraft } from './drafts.svelte.ts';
import type { FolderLists } from './folder-lists.svelte.ts';

export const loadRecipeEditor = preloaded(() => import('./RecipeEditor.svelte'));

/** Called with the id of the recipe that the user has saved. */
type Taker = (id: number) => void;

/** CSS selectors of the settings that the user must change, by the name of the fix in the address. */
const places: Readonly<Record<string, string>> = {
  'pad-recipe': '[data-fix="pad"] button',
  'choose-agent': '[data-fix="agent"] button',
};

/** Opens and closes the panel with the recipes. */
export class RecipeOpening {
  readonly #lists: FolderLists;
  readonly #drafts = useDrafts();
  readonly #notices = useNotices();
  #isOpen = $state(this.#drafts.recipe !== null);
  /** Called when the user saves the recipe that was opened for a form; null if no form waits for a recipe. */
  #taker: { readonly draft: RecipeDraft | null; readonly take: Taker } | null = null;
  /** The element that had the focus before the panel was opened, and gets the focus back. */
  #opener: Element | null = null;

  constructor(lists: FolderLists) {
    this.#lists = lists;
    $effect(() => this.#openAddressed());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    this.#taker = null;
    if (!this.#isOpen) this.#opener = document.activeElement;
    this.#isOpen = true;
  }

  close(): void {
    this.#taker = null;
    this.#isOpen = false;
    if (this.#opener instanceof HTMLElement) this.#opener.focus();
  }

  /**
   * Opens a recipe for a form; a new recipe if `id` is null. If the user saves it, calls `taker` with its id. A recipe
   * with unsaved changes stays open instead, and is not for the form.
   */
  edit(id: number | null, taker: Taker): void {
    const { recipe, isRecipeChanged } = this.#drafts;
    const isShown = recipe !== null && (recipe.base?.id ?? null) === id;
    this.open();
    if (!isShown && isRecipeChanged) {
      this.#notices.say(t('recipes.unsaved'));
      return;
    }
    if (!isShown) {
      const card = this.#lists.recipes?.find((one) => one.id === id) ?? null;
      const naming = this.#lists.preferences?.naming ?? defaultTemplate;
      if (card === null) this.#drafts.newRecipe(newRecipeForm(naming));
      else this.#drafts.editRecipe(card);
    }
    this.#taker = { draft: this.#drafts.recipe, take: taker };
  }

  /** Passes the saved recipe to the form for which it was opened, and closes the panel. */
  saved(card: RecipeCard, draft: RecipeDraft): void {
    if (this.#taker === null || this.#taker.draft !== draft) return;
    this.#taker.take(card.id);
    this.close();
  }

  /** Opens the recipe in the address. Darkslide sets this address when the user opens a recipe file with Darkslide. */
  #openAddressed(): void {
    const { query } = here();
    const id = Number(query.get('recipe') ?? Number.NaN);
    const card = this.#lists.recipes?.find((recipe) => recipe.id === id);
    if (card === undefined) return;
    untrack(() => {
      change('folders', {});
      void this.#openAt(card, query.get('fix') ?? '');
    });
  }

  /** Opens a recipe and moves the focus to the setting that a fix changes. */
  async #openAt(card: RecipeCard, fix: string): Promise<void> {
    await loadRecipeEditor();
    if (this.#drafts.isRecipeChanged) this.#notices.say(t('recipes.unsaved'));
    else this.#drafts.editRecipe(card);
    this.open();
    await tick();
    document.querySelector<HTMLElement>(places[fix] ?? '#none')?.focus();
  }
}
