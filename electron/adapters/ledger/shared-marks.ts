import type { Mark } from '#shared/views/retouch.ts';
import { unmarked, type MarkRepository } from './marks.ts';
import type { Tables } from './rows.ts';

/** The picks and ratings that stations share; see `migrations`. */
export const sharedMarkTable = `
  -- the pick and rating of a shared result, as the shared studio knows them; empty for a station that works alone
  CREATE TABLE shared_marks (
    execution_id TEXT NOT NULL,
    position INTEGER NOT NULL,       -- as in results
    version INTEGER NOT NULL,        -- of the document; 0: the database does not know it
    pick INTEGER NOT NULL,
    stars INTEGER NOT NULL,
    applied INTEGER NOT NULL,        -- 0: this station does not have the result yet
    PRIMARY KEY (execution_id, position)
  ) STRICT, WITHOUT ROWID;
`;

/** A result, as all stations identify it. */
export interface SharedResult {
  readonly executionId: string;
  /** Position at which the service listed the image, from 0. */
  readonly position: number;
}

/** The pick and rating of a shared result. */
export interface SharedMark extends SharedResult, Mark {
  /** Version of the document; 0 if there is none. */
  readonly version: number;
}

export interface SharedMarkRepository {
  /** Returns the picks and ratings of shared results that were changed here and not shared since. */
  changed(most: number): SharedMark[];
  /** Records that the shared studio has this version. */
  saved(mark: SharedMark): void;
  /**
   * Sets the pick and rating that another station has shared, or keeps them until the result arrives. Returns false
   * if they replaced a different pick or rating that was set here in the meantime.
   */
  follow(mark: SharedMark): boolean;
  /** Sets the picks and ratings that arrived before their results. */
  applyWaiting(): void;
  /**
   * Records that the database was restored: picks and ratings that are missing or different there are shared again.
   */
  restart(): void;
  removeAll(): void;
}

const SHARED = "(e.station IS NOT NULL OR e.shared = 1) AND r.kind = 'image'";
const CHANGED = `
  SELECT e.execution_id, r.position, m.pick, m.stars, coalesce(s.version, 0) AS version
  FROM marks m JOIN results r ON r.id = m.result_id JOIN executions e ON e.id = r.execution_row
    LEFT JOIN shared_marks s ON s.execution_id = e.execution_id AND s.position = r.position
  WHERE ${SHARED} AND CASE WHEN s.version IS NULL THEN m.pick <> 0 OR m.stars <> 0
    ELSE s.applied = 1 AND (s.version = 0 OR s.pick <> m.pick OR s.stars <> m.stars) END
  ORDER BY m.result_id LIMIT ?`;
const RESULT = `SELECT r.id FROM results r JOIN executions e ON e.id = r.execution_row
  WHERE e.execution_id = ? AND r.position = ? AND r.kind = 'image' AND r.file IS NOT NULL`;
const WAITING = `SELECT s.*, r.id FROM shared_marks s JOIN executions e ON e.execution_id = s.execution_id
    JOIN results r ON r.execution_row = e.id AND r.position = s.position
  WHERE s.applied = 0 AND r.kind = 'image' AND r.file IS NOT NULL`;

export function sharedMarkRepository(db: Tables, marks: MarkRepository): SharedMarkRepository {
  const put = (mark: SharedMark, applied: boolean) => {
    const { executionId, position, version, pick, stars } = mark;
    const fields = { executionId, position, version, pick, stars, applied: Number(applied) };
    db.putRow('shared_marks', fields);
  };
  return {
    changed: (most) => db.all(CHANGED, most),
    saved: (mark) => put(mark, true),
    follow: (mark) => db.transaction(() => follow({ db, marks, put }, mark)),
    applyWaiting: () =>
      db.transaction(() => {
        for (const { id, ...mark } of db.all<SharedMark & { id: number }>(WAITING)) {
          marks.set([id], mark);
          put(mark, true);
        }
      }),
    restart: () => void db.run('UPDATE shared_marks SET version = 0'),
    removeAll: () => void db.run('DELETE FROM shared_marks'),
  };
}

interface Parts {
  readonly db: Tables;
  readonly marks: MarkRepository;
  readonly put: (mark: SharedMark, applied: boolean) => void;
}

function follow({ db, marks, put }: Parts, mark: SharedMark): boolean {
  const { executionId, position } = mark;
  const id = db.value<number>(RESULT, executionId, position);
  if (id === undefined) {
    put(mark, false);
    return true;
  }
  const known = db.get<Mark & { version: number }>(
    'SELECT version, pick, stars FROM shared_marks WHERE execution_id = ? AND position = ?',
    executionId,
    position,
  );
  // this version is already known here, and the user may have changed the pick or rating since
  if (known !== undefined && known.version >= mark.version) return true;
  const own = marks.of([id]).get(id) ?? unmarked;
  put(mark, true);
  // a restored database may contain an older pick and rating, which this station's own replace
  if (known?.version === 0) return true;
  marks.set([id], mark);
  return isSame(own, known ?? unmarked) || isSame(own, mark);
}

function isSame(a: Mark, b: Mark): boolean {
  return a.pick === b.pick && a.stars === b.stars;
}
