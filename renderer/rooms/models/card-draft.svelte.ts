import { untrack } from 'svelte';
import { countCharacters } from '#shared/characters.ts';
import { customModelTextLimits, type CustomModelKind } from '#shared/custom-models.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { CustomModelCard, CustomModelNotes } from '#shared/views/custom-models.ts';
import type { Studio } from '../../state/studio.svelte.ts';
import { asTyped, merge, notesOf, saysTheSame, type NoteField } from './merging.ts';

/** ms without a change after which a card is saved. */
const STILL = 500;
/** Saves of one text where a card keeps being changed elsewhere. */
const MOST_TRIES = 3;

/** What is written on a card and not saved yet. */
interface WrittenCard {
  readonly base: CustomModelNotes;
  /** Of the card it began from. */
  readonly revision: number;
  readonly notes: CustomModelNotes;
  /** What was changed elsewhere too, until a person says which one stays. */
  readonly both: readonly NoteField[];
  /** The card as it is elsewhere. */
  readonly theirs: CustomModelNotes;
}

/** What could not be saved before its card was closed; it is there when the card is open again. */
const left = new Map<string, WrittenCard>();

/** A card as a person writes it, saved by itself. */
export interface CardDraft {
  readonly notes: CustomModelNotes;
  readonly state: 'saved' | 'writing' | 'saving' | 'stopped';
  /** Why it could not be saved. */
  readonly problem: Problem | null;
  /** Parts that were changed here and elsewhere; nothing is saved until one of them was chosen. */
  readonly both: readonly NoteField[];
  write(change: Partial<CustomModelNotes>): void;
  /** Saves now what is written; says whether all of it is saved. */
  save(): Promise<boolean>;
  /** Settles what was changed here and elsewhere. */
  settle(stays: 'mine' | 'theirs'): void;
}

/** `card`: as the studio last told of it. Call it while a component is initialised. */
export function cardDraft(
  studio: Studio,
  kind: CustomModelKind,
  id: number,
  card: () => CustomModelCard,
): CardDraft {
  const key = `${kind} ${id}`;
  let written = $state.raw<WrittenCard | null>(left.get(key) ?? null);
  /** The card after the last save, which the studio's own word of it may come after. */
  let saved = $state.raw<CustomModelCard>();
  /** What was written and saved, to the last space, which the card itself is tidied of. */
  let echo = $state.raw<{
    readonly typed: CustomModelNotes;
    readonly told: CustomModelNotes;
  } | null>(null);
  let problem = $state.raw<Problem | null>(null);
  let isSaving = $state(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  left.delete(key);

  const known = $derived(saved !== undefined && saved.revision > card().revision ? saved : card());

  const shown = $derived.by(() => {
    if (written !== null) return written.notes;
    const now = notesOf(known);
    return echo === null ? now : asTyped(now, echo.typed, echo.told);
  });

  /** What was written goes on from the card as it is now. */
  function rebase(now: CustomModelCard): void {
    if (written === null || now.revision <= written.revision) return;
    const { notes, both } = merge(written.base, written.notes, now);
    const theirs = notesOf(now);
    written = { base: theirs, revision: now.revision, notes, both, theirs };
  }

  $effect(() => {
    const now = known;
    untrack(() => {
      if (!isSaving) rebase(now);
    });
  });
  $effect(() => {
    const flush = () => void save();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      void leave();
    };
  });

  async function leave(): Promise<void> {
    clearTimeout(timer);
    if (!(await save()) && written !== null) left.set(key, written);
  }

  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), STILL);
  }

  async function send({ revision, notes }: WrittenCard): Promise<Outcome<CustomModelCard>> {
    const { tags, clients, folders, ...rest } = notes;
    const lists = { tags: [...tags], clients: [...clients], folders: [...folders] };
    return studio.ask('custom-models.save-card', {
      kind,
      id,
      revision,
      notes: { ...rest, ...lists },
    });
  }

  async function save(): Promise<boolean> {
    clearTimeout(timer);
    if (isSaving) return false;
    isSaving = true;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const now = written;
      if (now === null || now.both.length > 0 || isTooLong(now.notes)) break;
      if (saysTheSame(now.notes, now.base)) {
        written = null;
        break;
      }
      const answer = await send(now);
      if (answer.ok) {
        problem = null;
        take(answer.value, now.notes);
      } else if (!(await isElsewhere(answer.problem))) break;
    }
    isSaving = false;
    return written === null;
  }

  /** What was written while the answer was on its way goes on from it. */
  function take(card: CustomModelCard, sent: CustomModelNotes): void {
    saved = card;
    echo = { typed: sent, told: notesOf(card) };
    if (written === null) return;
    const theirs = notesOf(card);
    written = saysTheSame(written.notes, sent)
      ? null
      : { base: sent, revision: card.revision, notes: written.notes, both: [], theirs };
  }

  /** Whether it was refused for a change elsewhere, which is joined to it now. */
  async function isElsewhere(refused: Problem): Promise<boolean> {
    const before = written?.revision ?? 0;
    const now =
      refused.code === 'edited-elsewhere'
        ? await studio.ask('custom-models.one', { kind, id })
        : null;
    if (now?.ok !== true || now.value.revision <= before) {
      problem = refused;
      return false;
    }
    saved = now.value;
    rebase(now.value);
    return true;
  }

  return {
    get notes() {
      return shown;
    },
    get state() {
      if (isSaving) return 'saving';
      if (written === null) return 'saved';
      return problem !== null || written.both.length > 0 ? 'stopped' : 'writing';
    },
    get problem() {
      return written === null ? null : problem;
    },
    get both() {
      return written?.both ?? [];
    },
    write(change) {
      const now = notesOf(known);
      const from = written ?? {
        base: now,
        revision: known.revision,
        notes: shown,
        both: [],
        theirs: now,
      };
      written = { ...from, notes: { ...from.notes, ...change } };
      problem = null;
      later();
    },
    save,
    settle(stays) {
      if (written === null) return;
      const { theirs, both, notes } = written;
      const taken = Object.fromEntries(both.map((field) => [field, theirs[field]]));
      written = { ...written, both: [], notes: stays === 'mine' ? notes : { ...notes, ...taken } };
      void save();
    },
  };
}

/** Whether its words are more than a card holds; the field says so. */
function isTooLong({ localName, notes }: CustomModelNotes): boolean {
  return (
    countCharacters(localName ?? '') > customModelTextLimits.name ||
    countCharacters(notes) > customModelTextLimits.notes
  );
}
