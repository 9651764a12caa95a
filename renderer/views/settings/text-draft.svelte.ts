import { failure } from '#shared/page-failure.ts';
import { success, type Problem } from '#shared/problem.ts';
import { Draft } from '../../data/draft.svelte.ts';
import { problemText } from '../../texts/problems.ts';

/** The parsed value of a text, or the reason why the text is invalid. */
export type ParsedText<T> = { readonly value: T } | { readonly refusal: string };

const ofText = { valueOf: (text: string) => text, versionOf: (text: string) => text };

/** Checks a text; returns how to store its value, or why the text is invalid. */
type Submit = (
  text: string,
) => { readonly store: () => Promise<Problem | null> } | { readonly refusal: string };

/**
 * Creates the draft of a setting. Must be called while a component is initialised.
 *
 * @param stored Returns the setting as text.
 * @param store Returns the problem if the studio refuses the value.
 */
export function textDraftOf<T>(
  stored: () => string,
  read: (text: string) => ParsedText<T>,
  store: (value: T) => Promise<Problem | null>,
): TextDraft {
  return new TextDraft(stored, (text) => {
    const parsed = read(text);
    return 'refusal' in parsed ? parsed : { store: () => store(parsed.value) };
  });
}

/** The text of a setting that the user is typing. */
export class TextDraft {
  readonly #draft: Draft<string, string>;
  readonly #stored: () => string;
  readonly #submit: Submit;
  /** Whether the user has submitted another text while a text is being saved. */
  #isNext = false;
  #invalid = $state.raw<{ readonly text: string; readonly why: string } | null>(null);

  constructor(stored: () => string, submit: Submit) {
    this.#stored = stored;
    this.#submit = submit;
    this.#draft = new Draft(ofText, stored(), stored());
    $effect(() => this.#draft.follow(stored()));
  }

  get text(): string {
    return this.#draft.value;
  }

  set text(text) {
    this.#draft.value = text;
    this.#invalid = null;
  }

  /** Why the text was rejected; null if it was not rejected. */
  get refusal(): string | null {
    if (this.#invalid?.text === this.text) return this.#invalid.why;
    return this.#draft.problem === null ? null : problemText(this.#draft.problem);
  }

  /** The text that another window has saved in the meantime; null if none has. */
  get elsewhere(): string | null {
    return this.#draft.elsewhere;
  }

  /**
   * Saves the text if it has changed. A rejected text stays in the field, so that the user can correct it. While a text
   * is being saved, only notes that the current text must be saved next.
   */
  async save(): Promise<void> {
    this.#isNext = this.#draft.isBusy;
    if (this.#isNext) return;
    do {
      this.#isNext = false;
      await this.#saveOnce();
    } while (this.#isNext);
  }

  async #saveOnce(): Promise<void> {
    if (this.text === this.#stored()) return;
    const checked = this.#submit(this.text);
    if ('refusal' in checked) {
      this.#invalid = { text: this.text, why: checked.refusal };
      return;
    }
    await this.#draft.save(async () => {
      const problem = await checked.store();
      return problem === null ? success(this.#stored()) : failure(problem);
    });
  }

  /**
   * Saves the text when the field loses the focus. Does nothing if another window has saved a value in the meantime,
   * because the user must choose between the two values.
   */
  async leave(): Promise<void> {
    if (this.elsewhere === null) await this.save();
  }

  /** Restores the stored text. */
  revert(): void {
    this.#invalid = null;
    this.#draft.revert();
  }
}
