import type { CustomModelNotes } from '#shared/views/custom-models.ts';

/** The fields of a card that the user can edit. */
export const noteFields = [
  'localName',
  'notes',
  'tags',
  'expires',
  'clients',
  'folders',
] as const satisfies readonly (keyof CustomModelNotes)[];
export type NoteField = (typeof noteFields)[number];

/** The result of merging local changes of a card with changes made elsewhere. */
export interface MergeResult {
  /** The merged notes: the changes of both sides and, for conflicts, the local value. */
  readonly notes: CustomModelNotes;
  /** The conflicts: fields that were changed on both sides, to different values. */
  readonly both: readonly NoteField[];
}

/** Merges local changes (`mine`) with changes made elsewhere (`theirs`); both started from `base`. */
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
 * Returns the notes of a card with texts as the user typed them. The studio has stored `typed` as `told`, without
 * spaces at the start and the end. Fields that still have the value of `told` get the value of `typed`.
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

/** Returns only the fields of a card that the user can edit. */
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
