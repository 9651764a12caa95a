import type { JobRow } from '#shared/job-row.ts';
import type { HotFolderCard } from '#shared/views/folders.ts';
import type { RecipeCard } from '#shared/views/recipes.ts';
import type { Preferences } from '#shared/views/settings.ts';
import type { Status } from '#shared/views/status.ts';
import { about, aboutJobs, live } from '../../data/live.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import { folderNames } from './folder-names.ts';

/** Maximum number of held jobs to request. A card counts more, but the user can answer only these jobs on the card. */
const MOST_HELD = 200;

/** The data that the view reads from the studio: hot folders, recipes and settings. */
export class FolderLists {
  readonly #studio = useStudio();
  readonly folders = live(
    this.#studio,
    'folders.all',
    () => ({}),
    about('folders', 'custom-models'),
  );
  readonly #commandLine = live(this.#studio, 'folders.command-line', () => ({}), about('folders'));
  readonly #recipes = live(this.#studio, 'recipes.all', () => ({}), about('recipes'));
  readonly #settings = live(this.#studio, 'settings.get', () => ({}), about('settings'));
  readonly #status = live(this.#studio, 'status.get', () => ({}), about('status'));

  readonly cards = $derived<readonly HotFolderCard[]>(this.folders.value ?? []);
  readonly #names = $derived(folderNames(this.cards));
  readonly #hasHeld = $derived(this.cards.some((card) => card.counts.held > 0));
  readonly #held = live(
    this.#studio,
    'queue.page',
    () =>
      this.#hasHeld
        ? { filter: { states: ['held'] }, sort: 'changed', offset: 0, limit: MOST_HELD }
        : null,
    aboutJobs('folders'),
  );
  readonly #unknown = $derived(
    (this.#hasHeld ? (this.#held.value?.rows ?? []) : []).filter(
      ({ problem }) => problem?.code === 'execution-unknown' || problem?.code === 'execution-twice',
    ),
  );

  /** The hot folders that run from the command line and need attention. */
  readonly commandLine = $derived(
    (this.#commandLine.value ?? []).filter(({ needPerson }) => needPerson > 0),
  );

  /** All saved recipes; undefined before the first answer. The same applies to the settings and the status. */
  get recipes(): readonly RecipeCard[] | undefined {
    return this.#recipes.value;
  }

  get preferences(): Preferences | undefined {
    return this.#settings.value?.preferences;
  }

  /** The address of the current service; null for the demo, undefined before the first answer. */
  get service(): string | null | undefined {
    return this.#settings.value?.service.url;
  }

  get status(): Status | undefined {
    return this.#status.value;
  }

  /** Returns the name of a hot folder, which no other hot folder has. */
  nameOf({ id, recipe }: Pick<HotFolderCard, 'id' | 'recipe'>): string {
    return this.#names.get(id) ?? recipe.name;
  }

  /** Returns the held jobs of a hot folder whose charge is unknown. */
  unknownOf(card: HotFolderCard): readonly JobRow[] {
    return this.#unknown.filter((job) => job.hotFolderId === card.id);
  }
}
