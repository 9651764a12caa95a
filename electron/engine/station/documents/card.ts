import * as v from 'valibot';
import { customModelKinds, type CustomModelKind } from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import {
  cardFields,
  mostCardFolders,
  readNotes,
  releaseFields,
  releaseIn,
} from '../../../adapters/ledger/card-notes.ts';
import type { CustomModelRow } from '../../../adapters/ledger/custom-models.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import {
  localPlace,
  sharedPlace,
  sharedPlaceSchema,
  type Roots,
} from '../../../adapters/shared-studio/roots.ts';
import type { CheckedDocument, SharedItem, SharedKind } from './kind.ts';

export interface CardParts {
  readonly ledger: Pick<Ledger, 'customModels' | 'sharedCards' | 'sharedDocuments'>;
  readonly roots: () => Roots;
  /** Absolute path of this station's folder of release files. */
  readonly releases: string;
}

/** Highest accepted id of the service; with higher ids, `localIdOf` would not be exact. */
const HIGHEST = 2 ** 51;

const document = v.strictObject({
  ...cardFields,
  id: v.pipe(cardFields.id, v.maxValue(HIGHEST)),
  folders: v.pipe(v.array(sharedPlaceSchema), v.maxLength(mostCardFolders)),
  release: v.nullable(v.strictObject(releaseFields)),
});
type Document = v.InferOutput<typeof document>;
type Key = Pick<Document, 'kind' | 'id'>;

/** Returns the kind of the cards of custom models and scenes. Release files are exchanged by `exchangeReleases`. */
export function cardKind(parts: CardParts): SharedKind {
  return {
    name: 'custom-model',
    longest: 400_000,
    list: () => customModelKinds.flatMap((kind) => itemsOf(parts, kind)),
    check: async (content) => checkCard(parts, content),
    keepUnused: (key, content) => keepUnused(parts, key, content),
    // the card of a model stays, because its release proves that images were permitted
    remove: () => true,
    rename: () => null,
  };
}

function itemsOf(parts: CardParts, kind: CustomModelKind): SharedItem[] {
  const { customModels } = parts.ledger;
  const rows = customModels.all(kind);
  const shown = new Set(rows.map(({ id }) => id));
  // the card of a model that was deleted here stays at the other stations
  const hidden = customModels.labels(kind).filter(({ id }) => !shown.has(id));
  return [
    ...rows.flatMap((row) => itemOf(parts, row)),
    ...hidden.flatMap(({ id }) => (isKnown(parts, { kind, id }) ? [nothing({ kind, id })] : [])),
  ];
}

const nothing = (key: Key): SharedItem => ({
  localId: localIdOf(key),
  subject: subjectOf(key),
  name: subjectOf(key),
  content: null,
});

function isKnown({ ledger }: CardParts, key: Key): boolean {
  return ledger.sharedDocuments.keyOf('custom-model', localIdOf(key)) !== undefined;
}

/**
 * Returns a card in the form that all stations can read; an empty list for an empty card that no station has shared.
 */
function itemOf(parts: CardParts, row: CustomModelRow): SharedItem[] {
  if (isEmpty(row) && !isKnown(parts, row)) return [];
  const content = contentOf(row, parts.roots());
  return [{ ...nothing(row), name: nameOf(row), content }];
}

function contentOf(row: CustomModelRow, roots: Roots): string | null {
  const { kind, id, localName, notes, tags, expires, clients, release } = row;
  const folders = row.folders.map((folder) => sharedPlace(roots, folder));
  // without one of its folders, the card would allow more photos than its user wants
  if (folders.includes(null)) return null;
  const file = release && { sha256: release.sha256, name: release.name, bytes: release.bytes };
  const fields = { localName, notes, tags, expires, clients };
  return JSON.stringify(v.parse(document, { kind, id, ...fields, folders, release: file }));
}

function isEmpty({ localName, notes, tags, expires, clients, folders, release }: CustomModelRow) {
  const isSet = localName !== null || notes !== '' || expires !== null || release !== null;
  return !isSet && tags.length + clients.length + folders.length === 0;
}

function nameOf({ localName, name, id }: CustomModelRow): string {
  return localName ?? (name === '' ? String(id) : name);
}

/** Problems: shared-document, own-unknown, folder-not-shared, shared-root-missing, those of `readNotes`. */
function checkCard(
  { ledger, roots, releases }: CardParts,
  given: unknown,
): Outcome<Omit<CheckedDocument, 'localId'>> {
  const { customModels } = ledger;
  const parsed = v.safeParse(document, given);
  if (!parsed.success) return failure('shared-document.unreadable');
  const { kind, id, release, ...shared } = parsed.output;
  const row = customModels.get(kind, id);
  if (row === undefined || row.presence === 'deleted') return failure('own-unknown');
  const name = nameOf(row);
  // a card that this station cannot share must not be replaced either
  if (!isEmpty(row) && contentOf(row, roots()) === null) {
    return failure('folder-not-shared.card', { name }, { about: name });
  }
  const folders = foldersOf(shared.folders, name, roots());
  if (!folders.ok) return folders;
  const notes = readNotes({ ...shared, folders: folders.value });
  if (!notes.ok) return notes;
  const kept = release && { ...release, file: releaseIn(releases, release) };
  const card = { ...row, ...notes.value, release: kept };
  return success({
    name: nameOf(card),
    subject: subjectOf(row),
    content: contentOf(card, roots()) ?? '',
    write() {
      const revision = customModels.get(kind, id)?.revision ?? 0;
      customModels.saveNotes(kind, id, revision, notes.value);
      customModels.setRelease(kind, id, kept);
      return localIdOf(row);
    },
  });
}

/** In place of a folder that this station does not have: no path contains this character, so no photo is in it. */
const NOWHERE = '\0';

/**
 * Keeps the end of the release, the clients and the folders of a card that this station cannot use, so that this station
 * uses the model for no photo for which it was not released.
 */
function keepUnused(
  { ledger: { sharedCards }, roots }: CardParts,
  key: string,
  content: string | null,
): void {
  const parsed = v.safeParse(document, content === null ? null : JSON.parse(content));
  const notes = parsed.success ? readNotes({ ...parsed.output, folders: [] }) : null;
  if (!parsed.success || notes?.ok !== true) return sharedCards.remove(key);
  const { kind, id, folders: places } = parsed.output;
  const { localName: name, expires, clients } = notes.value;
  const folders = places.map((place) => localPlace(roots(), place) ?? NOWHERE);
  const isFree = expires === null && clients.length + folders.length === 0;
  if (isFree) return sharedCards.remove(key);
  sharedCards.put(key, { kind, id, name, expires, clients, folders });
}

function foldersOf(
  places: Document['folders'],
  name: string,
  roots: Roots,
): Outcome<readonly string[]> {
  const folders: string[] = [];
  for (const place of places) {
    const folder = localPlace(roots, place);
    const { root } = place;
    if (folder === null) {
      return failure('shared-root-missing', { name, root }, { about: root });
    }
    folders.push(folder);
  }
  return success(folders);
}

/** Returns a number that is unique for a kind and an id of the service. */
function localIdOf({ kind, id }: Key): number {
  return 2 * id + (kind === 'scene' ? 1 : 0);
}

function subjectOf({ kind, id }: Key): string {
  return `${kind} ${id}`;
}
