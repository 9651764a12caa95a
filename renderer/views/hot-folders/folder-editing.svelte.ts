import { untrack } from 'svelte';
import { usualPrices } from '#shared/prices.ts';
import type { Outcome } from '#shared/problem.ts';
import { noLimits, type SpendingLimits } from '#shared/spending-limits.ts';
import type { FolderForesight, HotFolderCard, HotFolderDraft } from '#shared/views/folders.ts';
import { useNotices } from '../../data/notices.svelte.ts';
import { useStudio } from '../../data/studio.svelte.ts';
import { beside } from '../../parts/paths.ts';
import { problemText } from '../../texts/problems.ts';
import { locale, t } from '../../texts/texts.svelte.ts';
import type { FolderDraft } from './drafts.svelte.ts';
import { checkForm, fieldOf, type FolderForm } from './folder-form.ts';
import type { FolderLists } from './folder-lists.svelte.ts';

interface FolderEditingOptions {
  readonly draft: () => FolderDraft;
  readonly lists: FolderLists;
  /** Called with the card when the hot folder is saved. */
  readonly onSaved: (card: HotFolderCard) => void;
}

/** The form of a hot folder: checks the input, previews what the folder will do, and saves it. */
export class FolderEditing {
  readonly #studio = useStudio();
  readonly #notices = useNotices();
  readonly #given: FolderEditingOptions;
  /** Whether the user has tried to submit the form; only then are missing values reported. */
  #isTried = $state(false);
  #foreseen = $state.raw<{ readonly for: string; readonly value: FolderForesight } | null>(null);
  #suggested = '';
  /** Whether a preview will start as soon as the input is complete. */
  #isForeseeing = $state(false);

  readonly #draft = $derived.by(() => this.#given.draft());
  readonly #editedId = $derived(this.#draft.base?.id ?? null);
  /** Whether an existing hot folder is edited. */
  readonly isEdit = $derived(this.#editedId !== null && !this.#draft.isGone);
  /** Currency of the prices. */
  readonly currency = $derived.by(
    () => this.#given.lists.preferences?.prices.currency ?? usualPrices.currency,
  );
  readonly #checked = $derived.by(() =>
    checkForm(
      this.#draft.value,
      this.#given.lists.cards.filter((card) => card.id !== this.#editedId),
      (this.#given.lists.recipes ?? []).map((recipe) => recipe.id),
      { currency: this.currency, locale: locale() },
    ),
  );
  /** What the hot folder would do with its files; null if there is no preview for the current input. */
  readonly foreseen = $derived(
    this.#foreseen?.for === this.#draft.text ? this.#foreseen.value : null,
  );
  /** The limits; no limits if the input is invalid. */
  readonly limits = $derived<SpendingLimits>(
    'draft' in this.#checked ? this.#checked.draft : noLimits,
  );

  constructor(given: FolderEditingOptions) {
    this.#given = given;
    $effect(() => {
      const cards = given.lists.folders.value;
      if (cards === undefined) return;
      this.#draft.follow(cards.find((card) => card.id === this.#editedId) ?? null);
    });
    $effect(() => {
      if (!this.#isForeseeing || !('draft' in this.#checked)) return;
      this.#isForeseeing = false;
      untrack(() => void this.foresee());
    });
  }

  /** The input as typed. */
  get form(): FolderForm {
    return this.#draft.value;
  }

  set form(form: FolderForm) {
    this.#draft.value = form;
  }

  /** Returns the problem of a field, as text; null if there is none. */
  problemOf(field: keyof FolderForm): string | null {
    const refusal = this.#draft.problem;
    if (refusal !== null && fieldOf(refusal) === field) return problemText(refusal);
    if ('draft' in this.#checked) return null;
    const said = this.#checked.problems[field];
    const isBlank = this.form[field].trim() === '';
    if (said === undefined || (isBlank && !this.#isTried)) return null;
    return 'values' in said ? t(said.key, said.values) : t(said.key);
  }

  /** Suggests an output folder next to the watched folder, as long as the user has not chosen an output folder. */
  suggestOutFolder(path: string): void {
    const { form } = this;
    const own = this.#given.lists.preferences?.outFolder ?? null;
    if (own !== null || form.outFolder !== this.#suggested) return;
    this.#suggested = beside(path.trim(), (name) => t('folders.outSuggestion', { name })) ?? '';
    form.outFolder = this.#suggested;
  }

  /**
   * Chooses the recipe that the user has just saved for this form. Then previews the hot folder, because the recipe is
   * often the last missing value.
   */
  takeRecipe(id: number): void {
    this.form.savedRecipeId = String(id);
    this.#isForeseeing = this.form.path.trim() !== '';
  }

  async foresee(): Promise<void> {
    const draft = this.#draft;
    const input = this.#complete();
    if (input === null) return;
    const sent = draft.text;
    const id = this.isEdit ? this.#editedId : null;
    const value = await draft.ask((signal) =>
      this.#studio.ask('folders.foresee', { draft: input, id }, signal),
    );
    if (value !== null) this.#foreseen = { for: sent, value };
  }

  /** Creates the hot folder. */
  arm(existing: 'process' | 'skip'): Promise<void> {
    return this.#save('folders.armed', (input) =>
      this.#studio.ask('folders.add', { draft: input, existing }),
    );
  }

  async saveChanges(): Promise<void> {
    const { base } = this.#draft;
    if (base === null) return;
    const { id, revision } = base;
    await this.#save('folders.saved', (input) =>
      this.#studio.ask('folders.edit', { id, revision, draft: input }),
    );
  }

  /** Saves the input and overwrites the changes made elsewhere. */
  keepMine(): Promise<void> {
    this.#draft.keepMine();
    return this.saveChanges();
  }

  /** Returns the input to send; if the input is invalid, shows the problems and returns null. */
  #complete(): HotFolderDraft | null {
    this.#isTried = true;
    return 'draft' in this.#checked ? this.#checked.draft : null;
  }

  async #save(
    done: 'folders.armed' | 'folders.saved',
    request: (input: HotFolderDraft) => Promise<Outcome<HotFolderCard>>,
  ): Promise<void> {
    const input = this.#complete();
    const card = input === null ? null : await this.#draft.save(() => request(input));
    if (card === null) return;
    this.#notices.say(t(done, { name: card.recipe.name }));
    this.#given.onSaved(card);
  }
}
