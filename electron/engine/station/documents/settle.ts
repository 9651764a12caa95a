import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type {
  SharedDocumentRepository,
  SharedEntry,
} from '../../../adapters/ledger/shared-documents.ts';
import type { SharedDocument } from '../../../adapters/shared-studio/documents.ts';
import { hashOf, type CheckedDocument, type SharedItem, type SharedKind } from './kind.ts';

/** A document that was read, and its checked content; null if it was removed. */
export interface ReadDocument {
  readonly document: SharedDocument;
  readonly checked: Omit<CheckedDocument, 'localId'> | null;
}

interface Settling {
  readonly entries: SharedDocumentRepository;
  readonly kind: SharedKind;
  readonly notice: (problem: Problem) => void;
  /** Called with the id of each item that was written. */
  readonly wrote: (localId: number) => void;
}

/**
 * Applies documents of one kind that were read in this order, within a transaction. An item that did not change here
 * follows its document. One that changed in both places follows the document, and what this station had made of it is
 * kept. Returns the number of documents that this station did not know yet.
 */
export function settle(parts: Settling, documents: readonly ReadDocument[]): number {
  const { kind, entries } = parts;
  // what changed here is decided before anything is written, because a document may rename another's item
  const items = new Map(kind.list().map((item) => [item.localId, item]));
  let count = 0;
  for (const read of documents) {
    const entry = entries.get(kind.name, read.document.key);
    if (entry?.mark === read.document.mark) continue;
    count += 1;
    const item = entry === undefined ? undefined : items.get(entry.localId);
    if (read.checked === null) removed(parts, read.document, entry, item);
    else changed(parts, { ...read, checked: read.checked }, entry, item);
  }
  return count;
}

/** Follows the removal of a document, unless the item has changed here or is in use. */
function removed(
  { kind, entries, notice }: Settling,
  { key, station }: SharedDocument,
  entry: SharedEntry | undefined,
  item: SharedItem | undefined,
): void {
  if (entry === undefined) return;
  // without its entry, an item that stays becomes a new document
  entries.remove(kind.name, key);
  if (item === undefined) return;
  const isUnchanged = item.content !== null && hashOf(item.content) === entry.hash;
  if (isUnchanged && kind.remove(item.localId)) return;
  notice(problemOf('shared-conflict.kept', { name: item.name, station }, { about: item.name }));
}

function changed(
  parts: Settling,
  { document, checked }: ReadDocument & { readonly checked: Omit<CheckedDocument, 'localId'> },
  entry: SharedEntry | undefined,
  item: SharedItem | undefined,
): void {
  const { kind, entries } = parts;
  const { key, version, mark } = document;
  const hash = hashOf(checked.content);
  const set = (localId: number) => entries.set(kind.name, { key, localId, version, mark, hash });
  const text = item?.content ?? null;
  const own = text === null ? null : hashOf(text);
  if (item !== undefined && own === hash) return set(item.localId);
  if (item !== undefined && entry !== undefined) {
    // after a restore, the database may have a content that this station has already replaced
    if (entry.version === 0 && entry.past.includes(hash)) return set(item.localId);
    const isUnchanged = own === entry.hash && entry.version > 0;
    if (!isUnchanged) keep(parts, item, document.station, 'copy');
  }
  const room = makeRoom(parts, checked, document.station, item?.localId ?? null);
  const id = checked.write(item?.localId ?? room);
  set(id);
  parts.wrote(id);
}

/**
 * Makes room for a document whose subject another item has. Returns the id of that item if it becomes the document: if
 * both are equal, as after two stations started with the same recipes, or if its kind has one item per subject.
 */
function makeRoom(
  parts: Settling,
  checked: Omit<CheckedDocument, 'localId'>,
  station: string,
  localId: number | null,
): number | null {
  const { kind, entries } = parts;
  const other = kind
    .list()
    .find((one) => one.subject === checked.subject && one.localId !== localId);
  if (other === undefined) return null;
  const isFree = entries.keyOf(kind.name, other.localId) === undefined;
  const isEqual = localId === null && isFree && other.content === checked.content;
  return isEqual || keep(parts, other, station, 'rename') === null ? other.localId : null;
}

/** Keeps what this station made of an item; returns the name under which it is kept, null if there can be only one. */
function keep(
  { kind, notice }: Settling,
  { localId, name, content }: SharedItem,
  station: string,
  how: 'copy' | 'rename',
): string | null {
  const copy = kind.keep(localId, how);
  const said = { about: name, detail: content ?? '' };
  if (copy === null) notice(problemOf('shared-conflict.replaced', { name, station }, said));
  else {
    const code = how === 'copy' ? 'shared-conflict' : 'shared-conflict.renamed';
    notice(problemOf(code, { name, station, copy }, { about: name }));
  }
  return copy;
}
