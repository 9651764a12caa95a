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
  /**
   * JSON; null while other stations cannot use the item, for example because it names a file outside the shared
   * roots.
   */
  readonly content: string | null;
}

/** A document that this station has checked and can write into its ledger. */
export interface CheckedDocument extends SharedItem {
  readonly content: string;
  /** Changes the item with this id, or adds one for null; returns its id. Called within a transaction. */
  write(localId: number | null): number;
}

/**
 * How one kind of document is read from the ledger and written to it. Methods that change the ledger are called
 * within a transaction.
 */
export interface SharedKind {
  readonly name: SharedKindName;
  /** Maximum number of characters in a document. */
  readonly longest: number;
  list(): SharedItem[];
  /** Sends the other stations what they need before the document of an item is written. */
  prepare?(localId: number, key: string): Promise<Outcome<void>>;
  /**
   * Checks a document, which a hostile station may have written. The problem says why this station cannot use the
   * document.
   */
  check(content: unknown): Promise<Outcome<Omit<CheckedDocument, 'localId'>>>;
  /**
   * Keeps what holds at this station even though it cannot use the document with this key; null if it can use the
   * document, or the document is invalid or was removed.
   */
  keepUnused?(key: string, content: string | null): void;
  /**
   * Removes an item that another station has removed; returns false if the item must stay because this station still
   * uses it.
   */
  remove(localId: number): boolean;
  /**
   * Renames an item that has the same subject as the document of another station. Returns the new name; null for
   * kinds whose items cannot be renamed, because each subject has only one item.
   */
  rename(localId: number): string | null;
}

/** Returns a hash of a content, for comparing contents. */
export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url');
}

/** Returns the same key at all stations for the same text, so that two stations never add two documents. */
export function keyFor(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20, 32)].join('-');
}
