import { isAbsolute, resolve } from 'node:path';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';

/**
 * Returns the user's notes for saving: trimmed, without empty words and duplicates. Problem
 * request-invalid with the field: a day that is in no calendar, a client that no folder can be
 * named after, a folder that is not named by its whole path.
 */
export function readNotes(given: CustomModelNotes): Outcome<CustomModelNotes> {
  const { localName, notes, tags, expires, clients, folders } = given;
  const name = tidied(localName ?? '');
  if (expires !== null && !isDay(expires)) {
    return refused('expires', expires, `There is no ${expires} in the calendar.`);
  }
  const named = distinct(clients.map(tidied));
  const unusable = named.find((client) => /[/\\]/u.test(client));
  if (unusable !== undefined) {
    const why = `A client is known by the name of a folder, and no folder can be named "${unusable}".`;
    return refused('clients', unusable, why);
  }
  const relative = folders.find((folder) => !isAbsolute(folder));
  if (relative !== undefined) {
    const why = `"${relative.slice(0, 200)}" is not the whole path of a folder.`;
    return refused('folders', relative.slice(0, 200), why);
  }
  return success({
    localName: name === '' ? null : name,
    notes: notes.trim(),
    tags: distinct(tags.map(tidied)),
    expires,
    clients: named,
    folders: distinct(folders.map((folder) => resolve(folder))),
  });
}

function refused(parameter: keyof CustomModelNotes, about: string, why: string): Outcome<never> {
  return failure('request-invalid', `${why} Nothing was saved.`, { about, parameter });
}

/** Returns whether a day exists: only then it is unchanged after parsing. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

function tidied(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
}

/** Removes empty words, and those that differ from an earlier one only in case. */
function distinct(words: readonly string[]): readonly string[] {
  const known = new Set(['']);
  return words.filter((word) => {
    const isNew = !known.has(word.toLowerCase());
    known.add(word.toLowerCase());
    return isNew;
  });
}
