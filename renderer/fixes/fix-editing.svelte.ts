import type { JobRow } from '#shared/job-row.ts';
import { problemsIn, type Problem } from '#shared/problem.ts';
import { usualPad, type Recipe } from '#shared/recipe.ts';
import type { JobFix } from '#shared/views/queue.ts';
import { useNotices } from '../data/notices.svelte.ts';
import { useStudio } from '../data/studio.svelte.ts';
import { t } from '../texts/texts.svelte.ts';
import {
  agentOf,
  readForm,
  recipeFormOf,
  usesMask,
  type RecipeForm,
} from '../parts/recipe/recipe-form.ts';
import { problemsByField } from '../parts/recipe/recipe-problems.ts';

/** The fixes that change settings. */
export type SettingsFix = 'pad-recipe' | 'choose-agent' | 'open-recipe';

/** The group of settings that a fix shows. */
export type FixPart = 'padding' | 'agent' | 'mask' | 'settings';

const maskProblem = /^(mask-|recipe-file-changed$)/;

/** Returns the settings that a fix for this problem shows. */
export function partOf(fix: SettingsFix, problem: Problem | null): FixPart {
  if (fix === 'pad-recipe') return 'padding';
  if (fix === 'choose-agent') return 'agent';
  return maskProblem.test(problem?.code ?? '') ? 'mask' : 'settings';
}

interface Given {
  readonly row: JobRow;
  readonly part: FixPart;
  readonly settings: JobFix;
  /** Called when the job runs again. */
  readonly onretried: () => void;
}

/** Edits the settings of a failed job, so that the job can succeed when it runs again. */
export class FixEditing {
  readonly #studio = useStudio();
  readonly #notices = useNotices();
  readonly #given: Given;
  /** The saved recipe of the job; null if the job's settings belong to no saved recipe. */
  #saved = $state.raw<JobFix['saved']>(null);
  form = $state() as RecipeForm;
  isBusy = $state(false);
  /** Whether the user has tried to run the job; only then are missing values reported. */
  #isTried = $state(false);
  #refused = $state.raw<{ readonly for: string; readonly problem: Problem } | null>(null);
  readonly #text = $derived(JSON.stringify(this.form));
  readonly #read = $derived(readForm(this.form));
  readonly #all = $derived.by(() => [
    ...('problems' in this.#read ? this.#read.problems : []),
    ...(this.#refused?.for === this.#text ? [this.#refused.problem] : []),
  ]);
  readonly agent = $derived(agentOf(this.form));
  /** Why values are rejected, by field name. */
  readonly problems = $derived.by(() => problemsByField(this.#all, this.#isTried, this.agent));
  /** The first problem that belongs to no field. */
  readonly problem = $derived.by(() => this.#all.find(({ parameter }) => parameter === undefined));
  /** The parameter of this agent that the job's problem is about; undefined if there is none. */
  readonly named = $derived.by(() => {
    const name = this.#given.row.problem?.parameter;
    return this.agent.params.find((one) => one.name === name && one.carriesMask !== true);
  });

  constructor(given: Given) {
    this.#given = given;
    const { settings, part } = given;
    this.#saved = settings.saved;
    this.form = recipeFormOf(settings.saved?.recipe ?? settings.recipe);
    if (part === 'padding') this.form.pad ??= usualPad;
  }

  get saved(): JobFix['saved'] {
    return this.#saved;
  }

  get usesMask(): boolean {
    return usesMask(this.form);
  }

  /** Number of other hot folders that run the saved recipe. */
  get otherFolders(): number {
    return (this.#saved?.hotFolders ?? []).filter((id) => id !== this.#given.row.hotFolderId)
      .length;
  }

  /** Saves the recipe for all photos and runs the job again. */
  saveAndRetry(): Promise<boolean> {
    return this.#try(async (recipe) => {
      if (this.#saved === null) return this.#runChanged(recipe);
      const { id, revision } = this.#saved;
      const saved = await this.#studio.ask('recipes.save', { id, revision, recipe });
      if (!saved.ok) return saved.problem;
      this.#saved = saved.value;
      const { row } = this.#given;
      const jobs = { ids: [row.id] };
      // the dialog says that a charged photo is charged again
      const request = { jobs, action: 'changed-recipe', mayReplace: true } as const;
      const retried = await this.#studio.ask('queue.act', request);
      if (!retried.ok) return retried.problem;
      const [refusal] = retried.value.problems;
      if (refusal !== undefined) return refusal;
      this.#notices.say(t('queue.fix.saved', { recipe: saved.value.recipe.name, name: row.name }));
      return null;
    });
  }

  /** Runs the job again with these settings, and changes no saved recipe. */
  retryOnly(): Promise<boolean> {
    return this.#try((recipe) => this.#runChanged(recipe));
  }

  async #runChanged(recipe: Recipe): Promise<Problem | null> {
    const { id, name } = this.#given.row;
    const retried = await this.#studio.ask('queue.run-changed', { id, recipe });
    if (!retried.ok) return problemsIn(retried)[0] ?? retried.problem;
    this.#notices.say(t('queue.fix.again', { name }));
    return null;
  }

  /** Runs the job again unless the settings are invalid; returns whether it runs. */
  async #try(run: (recipe: Recipe) => Promise<Problem | null>): Promise<boolean> {
    this.#isTried = true;
    if (this.isBusy || !('recipe' in this.#read)) return false;
    const sent = this.#text;
    this.isBusy = true;
    const refusal = await run(this.#read.recipe);
    this.isBusy = false;
    if (refusal !== null) this.#refused = { for: sent, problem: refusal };
    else this.#given.onretried();
    return refusal === null;
  }
}
