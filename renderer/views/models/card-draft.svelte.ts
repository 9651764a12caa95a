import { untrack } from 'svelte';
import type { CustomModelKind } from '#shared/custom-models.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { CustomModelCard, CustomModelNotes } from '#shared/views/custom-models.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { asTyped, notesOf, saysTheSame, type NoteField } from './merging.ts';
import { afterSave, begun, mustWait, rebased, settled, type WrittenCard } from './written-card.ts';

/** Milliseconds without a change before a card is saved. */
const STILL = 500;
/** Maximum number of attempts to save a card that keeps being changed elsewhere. */
const MOST_TRIES = 3;

/**
 * Creates the map of changes that were still unsaved when the user closed their card. The changes are restored when the
 * user opens the card again.
 */
const createUnsaved = () => new Map<string, WrittenCard>();

/** A card that is being edited; changes are saved automatically. Must be created while a component is initialised. */
export class CardDraft {
  readonly #studio: Studio;
  readonly #kind: CustomModelKind;
  readonly #id: number;
  readonly #card: () => CustomModelCard;
  readonly #unsaved: Map<string, WrittenCard>;
  #written = $state.raw<WrittenCard | null>(null);
  /** The card that the last save returned; `#card` may still be older. */
  #saved = $state.raw<CustomModelCard>();
  /**
   * The notes of the last save: `typed` by the user, and `told` by the studio, which removes spaces at the start and
   * the end of texts.
   */
  #echo = $state.raw<{
    readonly typed: CustomModelNotes;
    readonly told: CustomModelNotes;
  } | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #isSaving = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #known = $derived.by(() => {
    const told = this.#card();
    return this.#saved !== undefined && this.#saved.revision > told.revision ? this.#saved : told;
  });
  readonly #shown = $derived.by(() => {
    if (this.#written !== null) return this.#written.notes;
    const now = notesOf(this.#known);
    return this.#echo === null ? now : asTyped(now, this.#echo.typed, this.#echo.told);
  });

  /** @param card Returns the card that the studio has last reported. */
  constructor(studio: Studio, kind: CustomModelKind, id: number, card: () => CustomModelCard) {
    this.#studio = studio;
    this.#kind = kind;
    this.#id = id;
    this.#card = card;
    this.#unsaved = studio.state(createUnsaved);
    this.#written = this.#unsaved.get(this.#key) ?? null;
    this.#unsaved.delete(this.#key);
    $effect(() => {
      const now = this.#known;
      untrack(() => {
        if (!this.#isSaving) this.#rebase(now);
      });
    });
    $effect(() => {
      const flush = () => void this.save();
      addEventListener('pagehide', flush);
      return () => {
        removeEventListener('pagehide', flush);
        void this.#leave();
      };
    });
  }

  get notes(): CustomModelNotes {
    return this.#shown;
  }

  get state(): 'saved' | 'writing' | 'saving' | 'stopped' {
    if (this.#isSaving) return 'saving';
    if (this.#written === null) return 'saved';
    return this.#problem !== null || this.#written.both.length > 0 ? 'stopped' : 'writing';
  }

  /** Why the last save failed; null if there are no unsaved changes. */
  get problem(): Problem | null {
    return this.#written === null ? null : this.#problem;
  }

  /**
   * Fields that were changed both here and elsewhere. Nothing is saved until the user has resolved these
   * conflicts.
   */
  get both(): readonly NoteField[] {
    return this.#written?.both ?? [];
  }

  write(change: Partial<CustomModelNotes>): void {
    const from = this.#written ?? begun(this.#known, this.#shown);
    this.#written = { ...from, notes: { ...from.notes, ...change } };
    this.#problem = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), STILL);
  }

  /** Resolves all conflicts: keeps the user's values, or the values from elsewhere. */
  settle(stays: 'mine' | 'theirs'): void {
    if (this.#written === null) return;
    this.#written = settled(this.#written, stays);
    void this.save();
  }

  /** Saves now; returns whether everything is saved. */
  async save(): Promise<boolean> {
    clearTimeout(this.#timer);
    if (this.#isSaving) return false;
    this.#isSaving = true;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const now = this.#written;
      if (now === null || mustWait(now)) break;
      if (saysTheSame(now.notes, now.base)) {
        this.#written = null;
        break;
      }
      const answer = await this.#send(now);
      if (answer.ok) this.#take(answer.value, now.notes);
      else if (!(await this.#isElsewhere(answer.problem))) break;
    }
    this.#isSaving = false;
    return this.#written === null;
  }

  get #key(): string {
    return `${this.#kind} ${this.#id}`;
  }

  async #leave(): Promise<void> {
    clearTimeout(this.#timer);
    if (!(await this.save()) && this.#written !== null) this.#unsaved.set(this.#key, this.#written);
  }

  async #send({ revision, notes }: WrittenCard): Promise<Outcome<CustomModelCard>> {
    const { tags, clients, folders, ...rest } = notes;
    const lists = { tags: [...tags], clients: [...clients], folders: [...folders] };
    return this.#studio.ask('custom-models.save-card', {
      kind: this.#kind,
      id: this.#id,
      revision,
      notes: { ...rest, ...lists },
    });
  }

  /** Merges the unsaved changes with the current card. */
  #rebase(card: CustomModelCard): void {
    if (this.#written !== null) this.#written = rebased(this.#written, card);
  }

  /** Stores the saved card. Changes that the user made during the request now start from this card. */
  #take(card: CustomModelCard, sent: CustomModelNotes): void {
    this.#problem = null;
    this.#saved = card;
    this.#echo = { typed: sent, told: notesOf(card) };
    if (this.#written !== null) this.#written = afterSave(this.#written, sent, card);
  }

  /** Checks whether the save failed because the card was changed elsewhere; if so, merges the changes. */
  async #isElsewhere(refused: Problem): Promise<boolean> {
    const before = this.#written?.revision ?? 0;
    const asked = { kind: this.#kind, id: this.#id };
    const now =
      refused.code === 'edited-elsewhere'
        ? await this.#studio.ask('custom-models.one', asked)
        : null;
    if (now?.ok !== true || now.value.revision <= before) {
      this.#problem = refused;
      return false;
    }
    this.#saved = now.value;
    this.#rebase(now.value);
    return true;
  }
}
