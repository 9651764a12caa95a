import type { JobFilter } from '#shared/contract/queue-channels.ts';
import type { StudioChange } from '#shared/ipc.ts';
import { live } from '../../data/live.svelte.ts';
import type { Studio } from '../../data/studio.svelte.ts';

/** What jobs can be filtered by. */
export interface FilterChoices {
  /** `recipe`: the recipe's name. */
  readonly folders: readonly {
    readonly id: number;
    readonly path: string;
    readonly recipe: string;
  }[];
  /** Names of the saved recipes. */
  readonly recipes: readonly string[];
}

// changed jobs only change the folders' counts, which are not used here; a change of hot folders also reports the
// recipes
const concerns = ({ parts }: StudioChange) => parts.includes('recipes');

/** Loads the choices and keeps them current. Call it while a component is initialised. */
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
