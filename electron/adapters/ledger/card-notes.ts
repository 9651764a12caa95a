import { isAbsolute, join, resolve } from 'node:path';
import * as v from 'valibot';
import { charactersAtMost } from '#shared/characters.ts';
import { customModelKinds, customModelTextLimits as limits } from '#shared/custom-models.ts';
import { isDay } from '#shared/day.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';
import { keptName } from '../../base/keep-content.ts';
import type { KeptRelease } from './custom-models.ts';

/** Maximum size of a release file in bytes; a scan of many pages needs about a tenth of it. */
export const mostReleaseBytes = 50_000_000;

const word = v.pipe(v.string(), charactersAtMost(limits.word));
const words = v.pipe(v.array(word), v.maxLength(limits.words));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** Schema of a card in data that Darkslide did not write itself, without its folders and release. */
export const cardFields = {
  kind: v.picklist(customModelKinds),
  id: whole,
  localName: v.nullable(v.pipe(v.string(), charactersAtMost(limits.name))),
  notes: v.pipe(v.string(), charactersAtMost(limits.notes)),
  tags: words,
  expires: v.nullable(v.string()),
  clients: words,
};
/** Maximum number of folders on a card. */
export const mostCardFolders = limits.words;

/** Schema of a release file in data that Darkslide did not write itself. */
export const releaseFields = {
  // the hash becomes the name of a folder
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u)),
  name: v.pipe(
    v.string(),
    v.check((name) => name !== '' && keptName(name, '') === name, 'the name of a file'),
  ),
  bytes: v.pipe(whole, v.maxValue(mostReleaseBytes)),
};

/** Returns the folder of release files. Each file keeps its name, in a folder named after its SHA-256. */
export function releaseFolder(dataFolder: string): string {
  return join(dataFolder, 'releases');
}

/** Returns the path of a release's copy in a folder of release files. */
export function releaseIn(
  folder: string,
  { sha256, name }: Pick<KeptRelease, 'sha256' | 'name'>,
): string {
  return join(folder, sha256, name);
}

/**
 * Returns the user's notes in the form in which they are saved: trimmed, without empty or repeated entries. Problem:
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
