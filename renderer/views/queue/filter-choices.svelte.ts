import type { JobFilter } from '#shared/contract/queue-channels.ts';
import { about, live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';

/** The hot folders and recipes by which the user can filter jobs. */
export interface FilterChoices {
  /** `recipe` is the name of the recipe. */
  readonly folders: readonly {
    readonly id: number;
    readonly path: string;
    readonly recipe: string;
  }[];
  /** Names of the saved recipes. */
  readonly recipes: readonly string[];
}

// Ignores changes of jobs, which change only the counts of hot folders. A change of hot folders reports the part
// `recipes`, too.
const concerns = about('recipes');

/** Loads the choices and keeps them current. Must be called while a component is initialised. */
export function filterChoicesOf(studio: Studio, filter: () => JobFilter): FilterChoices {
  const watched = live(studio, 'folders.all', () => ({}), concerns);
  const commandLine = live(studio, 'folders.command-line', () => ({}), concerns);
  const recipes = live(studio, 'recipes.all', () => ({}), concerns);
  return {
    get folders() {
      return [
        ...(watched.value ?? []).map(({ id, path, recipe }) => ({ id, path, recipe: recipe.name })),
        ...(commandLine.value ?? []).filter(
          ({ id, needPerson }) => needPerson > 0 || id === filter().hotFolderId,
        ),
      ];
    },
    get recipes() {
      return (recipes.value ?? []).map(({ recipe }) => recipe.name);
    },
  };
}
