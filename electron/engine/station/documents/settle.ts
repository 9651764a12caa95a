import { randomUUID } from 'node:crypto';
import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { SharedConflictRepository } from '../../../adapters/ledger/shared-conflicts.ts';
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

export interface Settling {
  readonly entries: SharedDocumentRepository;
  readonly conflicts: SharedConflictRepository;
  readonly kind: SharedKind;
  readonly notice: (problem: Problem) => void;
  /** Called with the id of each item that was written. */
  readonly wrote: (localId: number) => void;
}

/**
 * Applies documents of one kind that were read in this order, within a transaction. An item that did not change here
 * follows its document. One that changed in both places follows the document, and what this station had made of it is
 * kept as a conflict, until a person chooses. Returns the number of documents that this station did not know yet.
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
  { kind, entries, conflicts, notice }: Settling,
  { key, station, at }: SharedDocument,
  entry: SharedEntry | undefined,
  item: SharedItem | undefined,
): void {
  if (entry === undefined) return;
  entries.remove(kind.name, key);
  if (item === undefined) return;
  const { localId, name, content: mine } = item;
  const isUnchanged = mine !== null && hashOf(mine) === entry.hash;
  if (isUnchanged && kind.remove(localId)) return;
  // an item that stays becomes a new document
  const fresh = randomUUID();
  entries.set(kind.name, { key: fresh, localId, version: 0, mark: null, hash: '' });
  if (mine !== null) {
    conflicts.add({ kind: kind.name, key: fresh, name, mine, theirs: null, station, at });
  }
  notice(problemOf('shared-conflict.kept', { name, station }, { about: name }));
}

function changed(
  parts: Settling,
  { document, checked }: ReadDocument & { readonly checked: Omit<CheckedDocument, 'localId'> },
  entry: SharedEntry | undefined,
  item: SharedItem | undefined,
): void {
  const { kind, entries, conflicts } = parts;
  const { key, version, mark } = document;
  const hash = hashOf(checked.content);
  const set = (localId: number) => {
    const before = entries.keyOf(kind.name, localId);
    if (before !== undefined) conflicts.move({ kind: kind.name, key: before }, key);
    entries.set(kind.name, { key, localId, version, mark, hash });
    conflicts.follow({ kind: kind.name, key }, checked.content);
  };
  const text = item?.content ?? null;
  const own = text === null ? null : hashOf(text);
  if (item !== undefined && own === hash) return set(item.localId);
  const replacing = { document, content: checked.content };
  let target = item?.localId ?? null;
  if (item !== undefined && entry !== undefined) {
    // after a restore, the database may have a content that this station has already replaced
    if (entry.version === 0 && entry.past.includes(hash)) return set(item.localId);
    const isUnchanged = own === entry.hash && entry.version > 0;
    if (!isUnchanged && !replace(parts, item, replacing)) target = null;
  }
  const room = makeRoom(parts, checked, replacing, target);
  const id = checked.write(target ?? room);
  set(id);
  parts.wrote(id);
}

/** The document that takes an item's place. */
interface Replacing {
  readonly document: Pick<SharedDocument, 'key' | 'station' | 'at'>;
  readonly content: string;
}

/**
 * Makes room for a document whose subject another item has. Returns the id of that item if it becomes the document: if
 * both are equal, as after two stations started with the same recipes, or if its kind has one item per subject.
 */
function makeRoom(
  parts: Settling,
  checked: Omit<CheckedDocument, 'localId'>,
  replacing: Replacing,
  localId: number | null,
): number | null {
  const { kind, entries } = parts;
  const other = itemBeside(kind, checked.subject, localId);
  if (other === undefined) return null;
  const known = entries.get(kind.name, entries.keyOf(kind.name, other.localId) ?? '');
  const isFree = known === undefined || known.hash === '';
  if (localId === null && isFree && other.content === checked.content) return other.localId;
  if (rename(parts, other, replacing.document.station)) return null;
  if (other.content !== checked.content) replace(parts, other, replacing);
  return other.localId;
}

/** Gives an item another name; returns false if items of its kind have none. */
function rename(
  { kind, notice }: Settling,
  { localId, name }: SharedItem,
  station: string,
): boolean {
  const copy = kind.rename(localId);
  if (copy === null) return false;
  notice(problemOf('shared-conflict.renamed', { name, station, copy }, { about: name }));
  return true;
}

/** Returns another item with this subject. */
export function itemBeside(
  kind: SharedKind,
  subject: string,
  localId: number | null,
): SharedItem | undefined {
  return kind.list().find((one) => one.subject === subject && one.localId !== localId);
}

/**
 * Keeps what this station has made of an item, which a document is about to replace, until a person chooses. Returns
 * false if the item stays as it is, with another name, because other stations could not use it.
 */
function replace(
  parts: Settling,
  item: SharedItem,
  { document: { key, station, at }, content: theirs }: Replacing,
): boolean {
  const { kind, conflicts, notice } = parts;
  const { name, content: mine } = item;
  if (mine === null && rename(parts, item, station)) return false;
  if (mine !== null) {
    conflicts.add({ kind: kind.name, key, name, mine, theirs, station, at });
  }
  notice(problemOf('shared-conflict', { name, station }, { about: name }));
  return true;
}
