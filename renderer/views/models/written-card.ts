import { countCharacters } from '#shared/characters.ts';
import { customModelTextLimits } from '#shared/custom-models.ts';
import type { CustomModelCard, CustomModelNotes } from '#shared/views/custom-models.ts';
import { merge, notesOf, saysTheSame, type NoteField } from './merging.ts';

/** What is written on a card and not saved yet. */
export interface WrittenCard {
  readonly base: CustomModelNotes;
  /** Of the card it began from. */
  readonly revision: number;
  readonly notes: CustomModelNotes;
  /** What was changed elsewhere too, until a person says which one stays. */
  readonly both: readonly NoteField[];
  /** The card as it is elsewhere. */
  readonly theirs: CustomModelNotes;
}

/** Begins to write on a card; `shown`: its notes as they are on screen. */
export function begun(card: CustomModelCard, shown: CustomModelNotes): WrittenCard {
  const now = notesOf(card);
  return { base: now, revision: card.revision, notes: shown, both: [], theirs: now };
}

/** Merges what was written with a newer card. */
export function rebased(written: WrittenCard, card: CustomModelCard): WrittenCard {
  if (card.revision <= written.revision) return written;
  const { notes, both } = merge(written.base, written.notes, card);
  const theirs = notesOf(card);
  return { base: theirs, revision: card.revision, notes, both, theirs };
}

/** Returns what was written after `sent` went off, which is now the card; null where nothing was. */
export function afterSave(
  written: WrittenCard,
  sent: CustomModelNotes,
  card: CustomModelCard,
): WrittenCard | null {
  if (saysTheSame(written.notes, sent)) return null;
  const theirs = notesOf(card);
  return { base: sent, revision: card.revision, notes: written.notes, both: [], theirs };
}

/** Settles what was changed here and elsewhere. */
export function settled(written: WrittenCard, stays: 'mine' | 'theirs'): WrittenCard {
  const { theirs, both, notes } = written;
  const taken = Object.fromEntries(both.map((field) => [field, theirs[field]]));
  return { ...written, both: [], notes: stays === 'mine' ? notes : { ...notes, ...taken } };
}

/** Whether it has to wait for the person: for a choice, or for words that fit, as the field says. */
export function mustWait({ both, notes }: WrittenCard): boolean {
  return (
    both.length > 0 ||
    countCharacters(notes.localName ?? '') > customModelTextLimits.name ||
    countCharacters(notes.notes) > customModelTextLimits.notes
  );
}
