import { countCharacters } from '#shared/characters.ts';
import { customModelTextLimits } from '#shared/custom-models.ts';
import type { CustomModelCard, CustomModelNotes } from '#shared/views/custom-models.ts';
import { merge, notesOf, saysTheSame, type NoteField } from './merging.ts';

/** The unsaved changes of a card. */
export interface WrittenCard {
  readonly base: CustomModelNotes;
  /** The revision of the card that the changes are based on. */
  readonly revision: number;
  readonly notes: CustomModelNotes;
  /** Fields that were also changed elsewhere; the user has not resolved these conflicts yet. */
  readonly both: readonly NoteField[];
  /** The notes of the card with the changes that were made elsewhere. */
  readonly theirs: CustomModelNotes;
}

/** Returns the unsaved changes when the user begins to edit a card. `shown` are the notes on screen. */
export function begun(card: CustomModelCard, shown: CustomModelNotes): WrittenCard {
  const now = notesOf(card);
  return { base: now, revision: card.revision, notes: shown, both: [], theirs: now };
}

/** Merges the changes with a newer version of the card. */
export function rebased(written: WrittenCard, card: CustomModelCard): WrittenCard {
  if (card.revision <= written.revision) return written;
  const { notes, both } = merge(written.base, written.notes, card);
  const theirs = notesOf(card);
  return { base: theirs, revision: card.revision, notes, both, theirs };
}

/** Returns the changes made after `sent`, which is now saved as `card`; null if there are none. */
export function afterSave(
  written: WrittenCard,
  sent: CustomModelNotes,
  card: CustomModelCard,
): WrittenCard | null {
  if (saysTheSame(written.notes, sent)) return null;
  const theirs = notesOf(card);
  return { base: sent, revision: card.revision, notes: written.notes, both: [], theirs };
}

/** Resolves all conflicts: keeps the user's values (`mine`), or the values from elsewhere (`theirs`). */
export function settled(written: WrittenCard, stays: 'mine' | 'theirs'): WrittenCard {
  const { theirs, both, notes } = written;
  const taken = Object.fromEntries(both.map((field) => [field, theirs[field]]));
  return { ...written, both: [], notes: stays === 'mine' ? notes : { ...notes, ...taken } };
}

/**
 * Checks whether saving must wait until the user has resolved conflicts, or has shortened a text that is too
 * long.
 */
export function mustWait({ both, notes }: WrittenCard): boolean {
  return (
    both.length > 0 ||
    countCharacters(notes.localName ?? '') > customModelTextLimits.name ||
    countCharacters(notes.notes) > customModelTextLimits.notes
  );
}
