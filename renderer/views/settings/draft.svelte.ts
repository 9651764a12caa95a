import type { Problem } from '#shared/problem.ts';
import { problemText } from '../../texts/problems.ts';

/** A value being typed, before it is saved. */
export interface Draft {
  text: string;
  /** Why it is rejected, as text. */
  readonly refusal: string | null;
  /** The value that another window has saved meanwhile; null for none. */
  readonly elsewhere: string | null;
  /** Saves the typed value if it differs. A rejected value stays, to be corrected. */
  save(): Promise<void>;
  /** Like `save`, on blur, unless another window has saved meanwhile: then the user chooses. */
  leave(): Promise<void>;
  /** Restores the saved value. */
  revert(): void;
}

/** The value of a text, or why it is invalid. */
export type ParsedText<T> = { readonly value: T } | { readonly refusal: string };

/**
 * Follows the saved value until the user types; from then on the input stays, even if another window saves. Call it
 * while a component is initialised.
 */
export function draftOf<T>(
  given: () => string,
  read: (text: string) => ParsedText<T>,
  keep: (value: T) => Promise<Problem | null>,
): Draft {
  let text = $state(given());
  /** The saved value when typing began. */
  let base = $state(given());
  let refusal = $state<string | null>(null);
  let isKeeping = false;

  $effect(() => {
    const next = given();
    if (text === base || text === next) {
      text = next;
      base = next;
    }
  });

  const elsewhere = () => (text !== base && given() !== base && given() !== text ? given() : null);

  async function save(): Promise<void> {
    if (text === given() || isKeeping) return;
    const meant = read(text);
    if ('refusal' in meant) {
      refusal = meant.refusal;
      return;
    }
    isKeeping = true;
    const typed = text;
    const problem = await keep(meant.value);
    isKeeping = false;
    refusal = problem === null ? null : problemText(problem);
    if (problem !== null) return;
    base = given();
    // the studio may normalise the text
    if (text === typed) text = base;
  }

  return {
    get text() {
      return text;
    },
    set text(next) {
      text = next;
      refusal = null;
    },
    get refusal() {
      return refusal;
    },
    get elsewhere() {
      return elsewhere();
    },
    save,
    async leave() {
      if (elsewhere() === null) await save();
    },
    revert() {
      text = given();
      base = text;
      refusal = null;
    },
  };
}
