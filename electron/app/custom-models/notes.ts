import { isDay } from '#shared/day.ts';
import { failure } from '#shared/failure.ts';
import { isAbsolute, resolve } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';

/**
 * Returns the user's notes in the form in which they are saved: trimmed, without empty words and duplicates. Problem:
 * request-invalid with the field, for a day that does not exist, a client whose name cannot be a folder's name, or a
 * folder that is not an absolute path.
 */
export function readNotes(given: CustomModelNotes): Outcome<CustomModelNotes> {
  const { localName, notes, tags, expires, clients, folders } = given;
  const name = tidied(localName ?? '');
  if (expires !== null && !isDay(expires)) {
    return failure(
      'request-invalid.day',
      { day: expires },
      { about: expires, parameter: 'expires' },
    );
  }
  const named = distinct(clients.map(tidied));
  const unusable = named.find((client) => /[/\\]/u.test(client));
  if (unusable !== undefined) {
    const of = { about: unusable, parameter: 'clients' };
    return failure('request-invalid.client', { name: unusable }, of);
  }
  const relative = folders.find((folder) => !isAbsolute(folder));
  if (relative !== undefined) {
    const path = relative.slice(0, 200);
    return failure('request-invalid.folder', { path }, { about: path, parameter: 'folders' });
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

function tidied(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
}

/** Removes empty words, and words that differ from an earlier one only in case. */
function distinct(words: readonly string[]): readonly string[] {
  const known = new Set(['']);
  return words.filter((word) => {
    const isNew = !known.has(word.toLowerCase());
    known.add(word.toLowerCase());
    return isNew;
  });
}
