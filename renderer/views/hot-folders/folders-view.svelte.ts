import { createContext, untrack } from 'svelte';
import { useStudio } from '../../data/studio.svelte.ts';
import { Copying } from './copying.svelte.ts';
import { useDrafts } from './drafts.svelte.ts';
import { FolderLists } from './folder-lists.svelte.ts';
import { FolderResults } from './folder-results.svelte.ts';
import { RecipeOpening } from './recipe-opening.svelte.ts';

/** The state that the components of the Hot folders view share. */
export class FoldersView {
  readonly drafts = useDrafts();
  readonly lists = new FolderLists();
  readonly recipes = new RecipeOpening(this.lists);
  readonly copying = new Copying(useStudio());
  readonly results = new FolderResults();

  /** Id of the hot folder that is being edited; undefined if there is none. */
  readonly editedId = $derived(this.drafts.folder?.base?.id);
  /** Whether the hot folder that is being edited was removed elsewhere. */
  readonly isEditedGone = $derived(
    this.editedId !== undefined &&
      this.lists.folders.value !== undefined &&
      !this.lists.cards.some((card) => card.id === this.editedId),
  );

  /** Must be called while a component is initialised. */
  constructor() {
    $effect.pre(() => {
      const { service } = this.lists;
      if (service !== undefined) untrack(() => this.drafts.belongTo(service));
    });
  }
}

const [useFoldersView, provide] = createContext<FoldersView>();

/** Returns the state of the view. Must be called while a component is initialised. */
export { useFoldersView };

/** Creates the state of the view, for its components. */
export function provideFoldersView(): FoldersView {
  return provide(new FoldersView());
}
