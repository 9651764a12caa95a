import { untrack } from 'svelte';
import type { Outcome, Problem } from '#shared/problem.ts';

/** Says how to compare a draft with the state that the studio stores. */
export interface DraftOf<Value, Stored> {
  /** Returns the edited part of a stored state. */
  valueOf(stored: Stored): Value;
  /** Returns what distinguishes two stored states, for example their revision. */
  versionOf(stored: Stored): unknown;
}

/**
 * A value being edited, and the stored state that the edit started from. The value follows the stored state
 * until the user changes the value; from then on, changes made elsewhere don't affect it.
 */
export class Draft<Value, Stored> {
  /** The value as the user typed it. */
  value = $state() as Value;
  readonly #of: DraftOf<Value, Stored>;
  /** The stored state that the value started from; null for a value that was never stored. */
  #base = $state.raw<Stored | null>(null);
  #stored = $state.raw<Stored | null>(null);
  #refused = $state.raw<{ readonly for: string; readonly problem: Problem } | null>(null);
  #request = $state.raw<AbortController | null>(null);
  /** The value as text. */
  readonly text = $derived(JSON.stringify(this.value));

  constructor(of: DraftOf<Value, Stored>, value: Value, base: Stored | null) {
    this.#of = of;
    this.#base = base;
    this.#stored = base;
    this.value = value;
  }

  get base(): Stored | null {
    return this.#base;
  }

  get isChanged(): boolean {
    return this.#base === null || this.text !== this.#textOf(this.#base);
  }

  /** Whether the stored state was deleted elsewhere. */
  get isGone(): boolean {
    return this.#base !== null && this.#stored === null;
  }

  /** The state that was stored elsewhere since the user started editing; null if there is none. */
  get elsewhere(): Stored | null {
    const [base, stored] = [this.#base, this.#stored];
    if (base === null || stored === null || this.#request !== null) return null;
    return this.#isOther(stored, base) ? stored : null;
  }

  /** Why the studio refused the current value; null if it was not refused. */
  get problem(): Problem | null {
    return this.#refused?.for === this.text ? this.#refused.problem : null;
  }

  /** Whether a request is in progress. */
  get isBusy(): boolean {
    return this.#request !== null;
  }

  /** Sets what is stored now; null if the stored state was deleted. */
  follow(stored: Stored | null): void {
    untrack(() => {
      this.#stored = stored;
      if (stored === null || this.#base === null || !this.#isOther(stored, this.#base)) return;
      if (!this.isChanged || this.text === this.#textOf(stored)) this.#take(stored);
    });
  }

  /** Keeps the typed value. Saving then replaces what was stored elsewhere. */
  keepMine(): void {
    this.#base = this.#stored;
  }

  /** Replaces the typed value with the stored one. */
  revert(): void {
    if (this.#stored !== null) this.#take(this.#stored);
    this.#refused = null;
  }

  /** Stores the value; returns null if the studio refuses it. What the user types during the request is kept. */
  async save(request: (signal: AbortSignal) => Promise<Outcome<Stored>>): Promise<Stored | null> {
    const sent = this.text;
    const stored = await this.ask(request);
    if (stored === null) return null;
    this.#base = stored;
    this.#stored = stored;
    // the studio may normalise the value
    if (this.text === sent) this.value = this.#of.valueOf(stored);
    return stored;
  }

  /** Sends a request that uses the value; returns null if the studio refuses it or another request is in progress. */
  async ask<T>(request: (signal: AbortSignal) => Promise<Outcome<T>>): Promise<T | null> {
    if (this.#request !== null) return null;
    const sent = this.text;
    this.#request = new AbortController();
    const answer = await request(this.#request.signal);
    this.#request = null;
    if (answer.ok) return answer.value;
    const { problem } = answer;
    // after `edited-elsewhere`, the newer state loads automatically and is shown next to what the user typed
    const isShown = problem.code !== 'aborted' && problem.code !== 'edited-elsewhere';
    this.#refused = isShown ? { for: sent, problem } : null;
    return null;
  }

  /** Aborts the request in progress. */
  stop(): void {
    this.#request?.abort();
  }

  #take(stored: Stored): void {
    this.#base = stored;
    this.value = this.#of.valueOf(stored);
  }

  #isOther(one: Stored, other: Stored): boolean {
    return this.#of.versionOf(one) !== this.#of.versionOf(other);
  }

  #textOf(stored: Stored): string {
    return JSON.stringify(this.#of.valueOf(stored));
  }
}
