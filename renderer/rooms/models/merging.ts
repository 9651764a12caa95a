import type { CustomModelNotes } from '#shared/views/custom-models.ts';

/** The parts of a card that a person writes. */
export const noteFields = [
  'localName',
  'notes',
  'tags',
  'expires',
  'clients',
  'folders',
] as const satisfies readonly (keyof CustomModelNotes)[];
export type NoteField = (typeof noteFields)[number];

/** A card that was changed here and elsewhere at the same time. */
export interface MergeResult {
  /** What was changed here only and elsewhere only; of what both changed, what was written here. */
  readonly notes: CustomModelNotes;
  /** What both changed, each in another way. */
  readonly both: readonly NoteField[];
}

/** Joins what was written here with what a card has become, both of them since `base`. */
export function merge(
  base: CustomModelNotes,
  mine: CustomModelNotes,
  theirs: CustomModelNotes,
): MergeResult {
  const both = noteFields.filter(
    (field) =>
      !isSame(mine[field], base[field]) &&
      !isSame(theirs[field], base[field]) &&
      !isSame(mine[field], theirs[field]),
  );
  const taken = noteFields.map((field) => [
    field,
    isSame(mine[field], base[field]) ? theirs[field] : mine[field],
  ]);
  return { notes: Object.fromEntries(taken), both };
}

/**
 * A card with the words as they were typed, where it still holds what it made of them: `told` is the card
 * that `typed` was saved as, without spaces around words.
 */
export function asTyped(
  now: CustomModelNotes,
  typed: CustomModelNotes,
  told: CustomModelNotes,
): CustomModelNotes {
  const taken = noteFields.map((field) => [
    field,
    isSame(now[field], told[field]) ? typed[field] : now[field],
  ]);
  return Object.fromEntries(taken);
}

/** Only what a person writes of a card. */
export function notesOf(card: CustomModelNotes): CustomModelNotes {
  const { localName, notes, tags, expires, clients, folders } = card;
  return { localName, notes, tags, expires, clients, folders };
}

/** Whether two say the same. */
export function saysTheSame(one: CustomModelNotes, other: CustomModelNotes): boolean {
  return noteFields.every((field) => isSame(one[field], other[field]));
}

function isSame(one: CustomModelNotes[NoteField], other: CustomModelNotes[NoteField]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
