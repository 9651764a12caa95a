import type { Pool } from 'pg';
import * as v from 'valibot';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import { run } from './connection.ts';

/** A document to write; it is removed if `content` is null. */
export interface DocumentDraft {
  readonly kind: string;
  readonly key: string;
  /** What the document is about, for example the name of a recipe; unique among the documents of a kind. */
  readonly subject: string;
  /** The version that the change is based on; 0 for a new document. */
  readonly base: number;
  readonly content: string | null;
}

/** A document as written by another station, which may be hostile. */
export interface SharedDocument extends DocumentVersion {
  readonly kind: string;
  readonly key: string;
  /** JSON; null if the document was removed. */
  readonly content: string | null;
  /** Name of the station that changed it last. */
  readonly station: string;
  /** Name of the station that added it. */
  readonly addedBy: string;
  /** When it was changed, by the clock of the database; ms since 1970. */
  readonly at: number;
}

/**
 * A version, and the mark that distinguishes it from another version with the same number after a restore of the
 * database.
 */
export interface DocumentVersion {
  readonly version: number;
  /** Null for version 0, which stands for the beginning. */
  readonly mark: string | null;
}

export type DocumentAnswer =
  | ({ readonly kind: 'saved' } & DocumentVersion)
  /**
   * Another station has changed the document, or has added one with the same subject; the caller must read it first.
   */
  | { readonly kind: 'conflict' | 'taken' }
  | { readonly kind: 'no-lease' };

/** The documents that all stations share. */
export interface Documents {
  put(draft: DocumentDraft, lease: { readonly fence: number }): Promise<Outcome<DocumentAnswer>>;
  /**
   * Returns the next documents that changed after a position; null if the database was restored and does not know
   * that position.
   */
  since(position: DocumentVersion): Promise<Outcome<SharedDocument[] | null>>;
  /** Returns the given versions that the database does not know, because it was restored. */
  lost(versions: readonly DocumentVersion[]): Promise<Outcome<number[]>>;
}

/** Maximum number of documents that are read at once. */
const MOST = 200;

const version = v.pipe(v.string(), v.transform(Number), v.safeInteger());
const answerRow = v.object({
  outcome: v.picklist(['saved', 'conflict', 'taken', 'no-lease']),
  version: v.nullable(version),
  mark: v.nullable(v.pipe(v.string(), v.uuid())),
});
const restoredRow = v.object({ kind: v.null() });
/** The tables limit the lengths of all texts. */
const documentRow = v.pipe(
  v.object({
    kind: v.string(),
    key: v.pipe(v.string(), v.uuid()),
    version,
    mark: v.pipe(v.string(), v.uuid()),
    content: v.string(),
    removed: v.boolean(),
    station: v.string(),
    added_by: v.string(),
    at: version,
  }),
  v.transform(({ removed, content, added_by: addedBy, ...row }) => ({
    ...row,
    addedBy,
    content: removed ? null : content,
  })),
);

/** Returns the documents of a studio, for one of its stations. */
export function documentsOf(pool: Pool, station: string): Documents {
  return {
    async put({ kind, key, subject, base, content }, { fence }) {
      const rows = await run(pool, 'SELECT * FROM put_document($1, $2, $3, $4, $5, $6, $7, $8)', [
        station,
        fence,
        kind,
        key,
        subject,
        base,
        content ?? '',
        content === null,
      ]);
      if (!rows.ok) return rows;
      const { outcome, version: saved, mark } = v.parse(answerRow, rows.value[0]);
      if (outcome !== 'saved') return success({ kind: outcome });
      return success({ kind: outcome, version: saved ?? 0, mark });
    },
    async since(position) {
      const rows = await run(pool, 'SELECT * FROM documents_since($1, $2, $3, $4)', [
        station,
        position.version,
        position.mark,
        MOST,
      ]);
      if (!rows.ok) return rows;
      if (v.is(restoredRow, rows.value[0])) return success(null);
      return success(v.parse(v.array(documentRow), rows.value));
    },
    async lost(versions) {
      const rows = await run<{ version: string }>(
        pool,
        'SELECT version FROM lost_versions($1, $2, $3) AS version',
        [station, versions.map((one) => one.version), versions.map(({ mark }) => mark)],
      );
      return mapOutcome(rows, (lost) => lost.map((one) => Number(one.version)));
    },
  };
}
