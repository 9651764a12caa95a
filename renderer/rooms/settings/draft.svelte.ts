import type { Problem } from '#shared/problem.ts';
import { problemText } from '../../texts/problems.ts';

/** A value as it is typed, before it is saved. */
export interface Draft {
  text: string;
  /** Why it is refused, in words. */
  readonly refusal: string | null;
  /** What another window has saved meanwhile; null while nothing else was. */
  readonly elsewhere: string | null;
  /** Saves what was typed, when it differs. What is refused stays to be mended. */
  save(): Promise<void>;
  /** As `save` when the field is left, unless another window saved meanwhile: then a person chooses. */
  leave(): Promise<void>;
  /** Back to what is saved. */
  revert(): void;
}

/** What a text means, or why it means nothing. */
export type ParsedText<T> = { readonly value: T } | { readonly refusal: string };

/**
 * Follows what is saved until somebody types; then what was typed stays, whatever another window
 * saves. Call it while a component is initialised.
 */
export function draftOf<T>(
  given: () => string,
  read: (text: string) => ParsedText<T>,
  keep: (value: T) => Promise<Problem | null>,
): Draft {
  let text = $state(given());
  /** What was saved when the typing began. */
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
    // the studio may write it in its own way
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
