import { imagesPerExecution, type AgentVersion } from '#shared/agents/index.ts';
import { costOf, type Prices } from '#shared/prices.ts';
import type { Problem } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { StudioSpending } from '#shared/spending-limits.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';
import { aboutJobs, live } from '../../data/live.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import {
  agentOf,
  readForm,
  uploadWishOf,
  valuesOf,
  type RecipeForm,
} from '../../parts/recipe/recipe-form.ts';
import { fitOf } from './fit.ts';
import { customModelsOf, offerOf } from './offer.ts';

/**
 * Milliseconds without a change before a forecast is requested from the studio. Without this delay, a drag would
 * request a forecast in every animation frame.
 */
const STILL = 80;

/** What a run would send. */
interface Question {
  readonly ids: number[];
  readonly recipe: Recipe;
}

interface Parts {
  form(): RecipeForm;
  /** The photos that are selected for a run. */
  chosen(): readonly FilmstripPhoto[];
  /** What was spent, and the limits; undefined until loaded. */
  spending(): StudioSpending | undefined;
  prices(): Prices;
}

/**
 * Says whether a run with the settings of the panel is possible, and what it would do. Must be created while a
 * component is initialised.
 */
export class Forecast {
  readonly #parts: Parts;
  #asked = $state.raw<Question | null>(null);
  /** What the last answer was about. */
  #answered = $state.raw<Question | null>(null);
  readonly #foreseen = live(
    useStudio(),
    'retouch.foresee',
    () => this.#asked,
    aboutJobs('retouch', 'templates', 'custom-models'),
  );

  readonly agent = $derived.by((): AgentVersion => agentOf(this.#parts.form()));
  readonly #read = $derived.by(() => {
    const form = this.#parts.form();
    return readForm({ ...form, name: form.name.trim() || this.agent.name });
  });
  /** The selected photos, divided by whether they can run with the settings. A run leaves out the photos that can't. */
  readonly fit = $derived.by(() => {
    const form = this.#parts.form();
    return fitOf(this.agent, valuesOf(form), uploadWishOf(form), this.#parts.chosen());
  });
  /** All problems of the values and, if no selected photo can run, of the first photo. */
  readonly faults = $derived.by((): readonly Problem[] => {
    const [misfit] = this.fit.misfits;
    return [
      ...('problems' in this.#read ? this.#read.problems : []),
      ...(this.fit.suited.length === 0 && misfit !== undefined ? misfit.problems : []),
    ];
  });
  /** The recipe in the panel; null if any value is invalid. */
  readonly recipe = $derived.by((): Recipe | null =>
    'recipe' in this.#read ? this.#read.recipe : null,
  );
  readonly #bought = $derived({ agent: this.agent.name, version: this.agent.version });
  /** Number of images per photo. */
  readonly images = $derived.by(() => imagesPerExecution(this.agent, valuesOf(this.#parts.form())));
  /** What a run would send now; null if it can't run. */
  readonly #next = $derived.by((): Question | null => {
    const { recipe } = this;
    const ids = this.#parts.chosen().map(({ id }) => id);
    return recipe === null || this.fit.suited.length === 0 ? null : { ids, recipe };
  });
  readonly #hasSamePhotos = $derived(String(this.#answered?.ids) === String(this.#next?.ids));
  /** Whether the last answer is not yet about what a run would send. */
  readonly #isPending = $derived(
    this.#next !== null && !(this.#hasSamePhotos && this.#answered?.recipe === this.#next.recipe),
  );
  /** Whether the recipe has custom models of which only the studio knows, and has not yet said, if they can be used. */
  readonly isInDoubt = $derived.by(() => {
    const models = this.#next === null ? '' : customModelsOf(this.#next.recipe);
    const answered = this.#answered === null ? '' : customModelsOf(this.#answered.recipe);
    return models !== '' && models !== answered;
  });
  #whenAnswered: (() => void)[] = [];
  /**
   * Why the studio rejects the recipe, for example because a file or a template no longer exists; null if the recipe is
   * accepted.
   */
  readonly refused = $derived.by((): Problem | null =>
    this.recipe === null || this.#asked === null ? null : this.#foreseen.problem,
  );
  /** What the button would do; null if any value is invalid. */
  readonly offer = $derived.by(() =>
    this.recipe === null || this.faults.length > 0
      ? null
      : offerOf(
          // an answer about other photos would show too few images
          this.#hasSamePhotos ? this.#foreseen.value : undefined,
          this.images,
          this.fit.suited.length,
          this.#parts.spending(),
          (images) => costOf(this.#parts.prices(), this.#bought, images),
        ),
  );

  constructor(parts: Parts) {
    this.#parts = parts;
    $effect(() => {
      const next = this.#next;
      const timer = setTimeout(() => (this.#asked = next), STILL);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (this.#asked !== null && !this.#foreseen.isLoading) this.#answered = this.#asked;
    });
    $effect(() => {
      if (this.#isPending) return;
      for (const go of this.#whenAnswered.splice(0)) go();
    });
  }

  /**
   * Returns whether a run would now buy no more images than the offer shows. If the studio is still answering, waits
   * for the answer, after which the offer shows what a run buys.
   */
  async isShown(): Promise<boolean> {
    const shown = this.offer?.images ?? 0;
    if (this.#isPending) await new Promise<void>((resolve) => this.#whenAnswered.push(resolve));
    return (this.offer?.images ?? 0) <= shown;
  }
}
