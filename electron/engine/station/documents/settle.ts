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
 * Applies documents of one kind that were read in this order, within a transaction. An item that has not changed here
 * takes the content of its document. If an item has changed here, too, it also takes that content, and this station's
 * version is kept as a conflict until the user chooses. Returns the number of documents that this station did not
 * know yet.
 */
export function settle(parts: Settling, documents: readonly ReadDocument[]): number {
  const { kind, entries } = parts;
  // the items are listed before anything is written, because a document may rename the item of another document
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

/** Removes the item of a removed document, unless the item has changed here or is in use. */
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
    // after a restore, the database may contain a version that this station has already replaced
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
 * Makes room for a document if another item has the document's subject: renames that item. If the item is equal to
 * the document, or if items of its kind cannot be renamed, the item becomes the document's item instead, and its id
 * is returned.
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

/** Gives an item another name; returns false if items of its kind cannot be renamed. */
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
 * Keeps this station's version of an item that a document is about to replace as a conflict, until the user chooses.
 * Returns false if the item is renamed instead of replaced, because other stations cannot use it.
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
