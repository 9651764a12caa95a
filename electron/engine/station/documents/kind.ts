import { createHash } from 'node:crypto';
import type { Outcome } from '#shared/problem.ts';
import type { SharedKindName } from '../../../adapters/ledger/shared-documents.ts';

/** An item of this ledger that all stations share. */
export interface SharedItem {
  readonly localId: number;
  /** What the item is about; unique among the items of its kind. */
  readonly subject: string;
  /** Name for messages. */
  readonly name: string;
  /** JSON; null while other stations could not use the item, for example because of a file outside of the roots. */
  readonly content: string | null;
}

/** A document that this station has checked and can write into its ledger. */
export interface CheckedDocument extends SharedItem {
  readonly content: string;
  /** Changes the item with this id, or adds one for null; returns its id. Called within a transaction. */
  write(localId: number | null): number;
}

/** How one kind of documents is read from the ledger and written into it. All methods but `check` run in a transaction. */
export interface SharedKind {
  readonly name: SharedKindName;
  /** Maximum number of characters in a document. */
  readonly longest: number;
  list(): SharedItem[];
  /** Tells other stations what they need before they can read the document of an item. */
  prepare?(localId: number, key: string): Promise<Outcome<void>>;
  /** Checks a document, which a hostile station may have written. Problem: why this station cannot use it. */
  check(content: unknown): Promise<Outcome<Omit<CheckedDocument, 'localId'>>>;
  /** Removes an item that another station has removed; false if it must stay, because this station still uses it. */
  remove(localId: number): boolean;
  /**
   * Renames an item whose subject another station's document has. Returns the new name; null for kinds of which there is
   * one item per subject.
   */
  rename(localId: number): string | null;
}

/** Returns the hash by which contents are compared. */
export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}
