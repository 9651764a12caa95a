import type { CustomModelNotes } from '#shared/views/custom-models.ts';

/** The parts of a card that the user edits. */
export const noteFields = [
  'localName',
  'notes',
  'tags',
  'expires',
  'clients',
  'folders',
] as const satisfies readonly (keyof CustomModelNotes)[];
export type NoteField = (typeof noteFields)[number];

/** The result of merging a local and an external change of a card. */
export interface MergeResult {
  /** Changes made on one side only; for conflicts, the local value. */
  readonly notes: CustomModelNotes;
  /** Fields that were changed to different values on both sides. */
  readonly both: readonly NoteField[];
}

/** Merges local changes with the card's current state; both started from `base`. */
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
 * Returns a card with the words as typed, where it still has the values saved from them: `told` is the card saved from
 * `typed`, without spaces around words.
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

/** Returns only the parts of a card that the user edits. */
export function notesOf(card: CustomModelNotes): CustomModelNotes {
  const { localName, notes, tags, expires, clients, folders } = card;
  return { localName, notes, tags, expires, clients, folders };
}

/** Checks whether two cards have the same notes. */
export function saysTheSame(one: CustomModelNotes, other: CustomModelNotes): boolean {
  return noteFields.every((field) => isSame(one[field], other[field]));
}

function isSame(one: CustomModelNotes[NoteField], other: CustomModelNotes[NoteField]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
