import type { DeliveredFile } from '#shared/job.ts';
import type { MarksInFiles } from '#shared/views/library.ts';
import type { Mark } from '#shared/views/retouch.ts';
import type { Tables } from './rows.ts';

export type Content = Pick<DeliveredFile, 'sha256' | 'bytes'>;

/** A mark to write into a delivered file. */
export interface PendingMark {
  readonly resultId: number;
  readonly mark: Mark;
  /** The mark that was last written into the file; an empty mark if none was. */
  readonly told: Mark;
  readonly file: string;
  readonly content: Content;
  /** The content that an interrupted attempt was about to write; null if there was none. */
  readonly begun: BegunMark | null;
}

/** A file that was about to be replaced, and its new content. */
export interface BegunMark {
  readonly resultId: number;
  readonly file: string;
  readonly target: Content;
}

/** The marks to write into delivered files for other programs; see `delivery/mark-writer.ts`. */
export interface WrittenMarkRepository {
  /** Requests that the marks of these results be written, even after an earlier failure. */
  want(resultIds: readonly number[]): void;
  /** Requests that every mark that is missing from its file be written. */
  wantAll(): void;
  counts(): MarksInFiles;
  /**
   * Returns one mark that must still be written, with its current values; undefined if there is
   * none.
   */
  next(): PendingMark | undefined;
  /** Returns files that an interrupted attempt may have replaced without recording the replacement. */
  begun(): BegunMark[];
  /** Returns the content that a result's file is about to receive, if recorded. */
  targetOf(resultId: number): Content | undefined;
  /** Records, before a file is replaced, that a file with `mark` is about to replace it. */
  begin(resultId: number, target: Content, mark: Mark): void;
  /**
   * Records that the file has the recorded content. A mark that has changed in the meantime remains to be
   * written.
   */
  replaced(resultId: number): void;
  /** Records that the file is unchanged. */
  notReplaced(resultId: number): void;
  /** Records that the file already contains the mark. */
  isTold(resultId: number): void;
  /** Records that the file stays unchanged until its mark is requested again. */
  left(resultId: number): void;
  /**
   * Returns the SHA-256 of the file as delivered, before marks were written; the pixels are the
   * same. Null if the file is unchanged.
   */
  pixelsOf(resultId: number): string | null;
}

interface PendingMarkRow extends Mark, Content {
  readonly resultId: number;
  readonly file: string;
  readonly toldPick: Mark['pick'];
  readonly toldStars: number;
  readonly targetSha256: string | null;
  readonly targetBytes: number | null;
}

/** SQL for whether the file contains the mark, or the mark is empty. */
const UP_TO_DATE = 'coalesce(w.pick, 0) = m.pick AND coalesce(w.stars, 0) = m.stars';
const NO_TARGET =
  'target_sha256 = NULL, target_bytes = NULL, target_pick = NULL, target_stars = NULL';

export function writtenMarkRepository(db: Tables): WrittenMarkRepository {
  const want = (condition: string, ...values: readonly string[]): void => {
    db.run(
      `INSERT INTO written_marks (result_id, state, pixels)
       SELECT m.result_id, 'wanted', r.sha256 FROM marks m JOIN results r ON r.id = m.result_id
         LEFT JOIN written_marks w ON w.result_id = m.result_id
       WHERE r.sha256 IS NOT NULL AND ${condition}
       ON CONFLICT (result_id) DO UPDATE SET state = 'wanted'`,
      ...values,
    );
  };
  const change = (resultId: number, changes: string): void => {
    db.run(`UPDATE written_marks SET ${changes} WHERE result_id = ?`, resultId);
  };

  return {
    want: (ids) => want('m.result_id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)),
    wantAll: () => want(`NOT (${UP_TO_DATE})`),
    counts: () =>
      db.get<MarksInFiles>(
        `SELECT coalesce(sum(w.state IS 'wanted'), 0) AS waiting,
           coalesce(sum(w.state IS NOT 'wanted' AND NOT (${UP_TO_DATE})), 0) AS untold
         FROM marks m LEFT JOIN written_marks w ON w.result_id = m.result_id`,
      ) ?? { waiting: 0, untold: 0 },
    next() {
      const row = db.get<PendingMarkRow>(
        `SELECT w.result_id AS resultId, m.pick, m.stars, r.file, r.sha256, r.bytes,
           coalesce(w.pick, 0) AS toldPick, coalesce(w.stars, 0) AS toldStars,
           w.target_sha256 AS targetSha256, w.target_bytes AS targetBytes
         FROM written_marks w JOIN marks m ON m.result_id = w.result_id
           JOIN results r ON r.id = w.result_id
         WHERE w.state = 'wanted' AND r.file IS NOT NULL LIMIT 1`,
      );
      return row === undefined ? undefined : wantedOf(row);
    },
    begun: () =>
      db
        .all<Content & { id: number; file: string }>(
          `SELECT w.result_id AS id, r.file, w.target_sha256 AS sha256, w.target_bytes AS bytes
           FROM written_marks w JOIN results r ON r.id = w.result_id
           WHERE w.target_sha256 IS NOT NULL AND r.file IS NOT NULL`,
        )
        .map(({ id, file, ...target }) => ({ resultId: id, file, target })),
    targetOf: (resultId) =>
      db.get<Content>(
        `SELECT target_sha256 AS sha256, target_bytes AS bytes FROM written_marks
         WHERE result_id = ? AND target_sha256 IS NOT NULL`,
        resultId,
      ),
    begin(resultId, { sha256, bytes }, { pick, stars }) {
      db.run(
        `UPDATE written_marks SET target_sha256 = ?, target_bytes = ?, target_pick = ?,
           target_stars = ? WHERE result_id = ?`,
        sha256,
        bytes,
        pick,
        stars,
        resultId,
      );
    },
    replaced(resultId) {
      db.transaction(() => {
        db.run(
          `UPDATE results SET sha256 = w.target_sha256, bytes = w.target_bytes
           FROM written_marks w WHERE w.result_id = results.id AND results.id = ?
             AND w.target_sha256 IS NOT NULL`,
          resultId,
        );
        change(
          resultId,
          `state = (SELECT iif(m.pick = target_pick AND m.stars = target_stars, 'written', 'wanted')
             FROM marks m WHERE m.result_id = written_marks.result_id),
           pick = target_pick, stars = target_stars, ${NO_TARGET}`,
        );
      });
    },
    notReplaced: (resultId) => change(resultId, NO_TARGET),
    isTold: (resultId) => change(resultId, "state = 'written'"),
    left: (resultId) => change(resultId, "state = 'left'"),
    pixelsOf: (resultId) =>
      db.value('SELECT pixels FROM written_marks WHERE result_id = ?', resultId) ?? null,
  };
}

function wantedOf(row: PendingMarkRow): PendingMark {
  const { resultId, file, pick, stars, sha256, bytes, targetSha256, targetBytes } = row;
  return {
    resultId,
    file,
    mark: { pick, stars },
    told: { pick: row.toldPick, stars: row.toldStars },
    content: { sha256, bytes },
    begun:
      targetSha256 === null || targetBytes === null
        ? null
        : { resultId, file, target: { sha256: targetSha256, bytes: targetBytes } },
  };
}
