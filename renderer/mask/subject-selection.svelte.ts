import type { Combine, Region } from '#shared/mask/document.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Studio } from '../data/studio.svelte.ts';
import { problemText } from '../texts/problems.ts';
import { t } from '../texts/texts.svelte.ts';
import { proposalOf } from './surface/proposal.ts';

interface Parts {
  /** Id of the mask. */
  mask(): number;
  /** Called with the operation that selects the subject. */
  onfound(operation: Region): void;
  say(text: string): void;
}

/** Finds the subject of a photo, shows it while the pointer is over the "Select subject" button, and selects it. */
export class SubjectSelection {
  readonly #studio: Studio;
  readonly #parts: Parts;
  #found = $state.raw<Region | null>(null);
  #finding: { readonly done: Promise<Outcome<Region>>; readonly abort: AbortController } | null =
    null;
  #isShown = $state(false);
  /** Whether the studio is finding the subject. */
  isFinding = $state(false);
  /** Whether a selection is waiting until the subject is found. */
  isSelecting = $state(false);
  /** The subject as a picture to lay over the photo; null if it is not shown. */
  readonly proposal = $derived.by(() =>
    this.#isShown && this.#found !== null ? proposalOf(this.#found) : null,
  );

  /** Must be called while a component is initialised. */
  constructor(studio: Studio, parts: Parts) {
    this.#studio = studio;
    this.#parts = parts;
    $effect(() => () => this.#finding?.abort.abort());
  }

  /** Shows the subject after it is found. */
  show(): void {
    this.#isShown = true;
    void this.#find();
  }

  hide(): void {
    this.#isShown = false;
  }

  /** Selects the subject after it is found; does nothing while an earlier selection is still waiting. */
  async select(combine: Combine): Promise<void> {
    if (this.isSelecting) return;
    this.isSelecting = true;
    const found = await this.#find();
    this.isSelecting = false;
    if (found.ok) {
      this.hide();
      this.#parts.onfound({ ...found.value, combine });
      this.#parts.say(t('mask.subject.selected'));
    } else if (found.problem.code === 'aborted') {
      this.#parts.say(t('mask.subject.cancelled'));
    } else {
      this.#parts.say(problemText(found.problem));
    }
  }

  /** Cancels a selection that is waiting; returns whether there was one. */
  cancel(): boolean {
    if (this.isSelecting) this.#finding?.abort.abort();
    return this.isSelecting;
  }

  /** Finds the subject; a second call returns the first answer. After a problem, the next call tries again. */
  #find(): Promise<Outcome<Region>> {
    if (this.#finding !== null) return this.#finding.done;
    const abort = new AbortController();
    const done = this.#ask(abort.signal);
    this.#finding = { done, abort };
    return done;
  }

  async #ask(signal: AbortSignal): Promise<Outcome<Region>> {
    this.isFinding = true;
    const answer = await this.#studio.ask('masks.subject', { id: this.#parts.mask() }, signal);
    this.isFinding = false;
    if (!answer.ok) {
      this.#finding = null;
      return answer;
    }
    this.#found = answer.value.operation;
    return { ok: true, value: answer.value.operation };
  }
}
